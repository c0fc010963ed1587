import { SNOOZE_PRESETS } from '@/core/limits';
import { presetTexts, type SnoozePreset } from '@/texts/presets';
import { fitsItsKey } from './key-room';

const inRow = (label: string, count: number, opensApp = false) =>
  fitsItsKey({ label, opensApp }, count);

test('a label fits as long as every phone shows all of it, whatever stands beside it', () => {
  expect(inRow('Вечером', 4)).toBe(true);
  expect(inRow('Вечером', 5)).toBe(false);
  expect(inRow('Другое время…', 2)).toBe(true);
  expect(inRow('Другое время…', 3)).toBe(false);
  expect(inRow('✅ Готово', 3)).toBe(true);
  expect(inRow('✅ Готово', 4)).toBe(false);
});

test('a key that opens the app has less room: clients draw a mark in it', () => {
  expect(inRow('Открыть', 4)).toBe(true);
  expect(inRow('Открыть', 4, true)).toBe(false);
  expect(inRow('Открыть', 3, true)).toBe(true);
});

test('whatever preset of up to a day stands under a reminder, a phone shows its whole name', () => {
  const presets: SnoozePreset[] = ['evening', 'tomorrow'];
  for (let minutes = 1; minutes < 60; minutes += 1) presets.push(`${minutes}m`);
  for (let hours = 1; hours <= 24; hours += 1) presets.push(`${hours}h`);
  const labels = presets.map((preset) => presetTexts.snooze(preset));
  expect(labels.filter((label) => !inRow(label, SNOOZE_PRESETS.length))).toEqual([]);
});
