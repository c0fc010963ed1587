import { ZONE_NAMES } from '@/texts/zones';
import { type Cursor } from '../tokens/cursor';
import { table } from '../tokens/word-table';
import { type Found, type Scene } from './phrase';

/** What all cases of a name have in common: «лондон» of «Лондону», «москв» of «Москвы». */
const stemOf = (name: string): string => name.replace(/[аеийоуыэюяь](?=-на-|$)/g, '');

/** «по Лондону»: cities by their stems, and as people shorten them. */
const CITIES = new Map([
  ...table({
    'гринвич utc gmt': 'Etc/UTC',
    'екат екб ебург': 'Asia/Yekaterinburg',
    'нск новосиб': 'Asia/Novosibirsk',
    'питер спб мск msk московск': 'Europe/Moscow',
    владик: 'Asia/Vladivostok',
  }),
  ...Object.entries(ZONE_NAMES).flatMap(([zone, names]) =>
    names
      .split(' ')
      .filter((name) => name.length > 3)
      .map((name) => [stemOf(name), zone] as const),
  ),
]);

/** «Лондону», «Нью-Йорку», «калининградскому времени», «времени Москвы» */
function readCity(c: Cursor): string | undefined {
  return c.attempt(() => {
    c.word('времени');
    const first = c.text;
    let name = first;
    c.at++;
    for (let part = 0; part < 2 && c.mark('-', true); part++) {
      name += `-${c.text}`;
      c.at++;
    }
    const timed = c.word('времени', 'времене');
    const zone = CITIES.get(stemOf(name));
    const stem = /^(.{3,})ск(?:ому|и)$/.exec(first)?.[1];
    if (zone !== undefined || stem === undefined || !timed) return zone;
    return [...CITIES].find(([city]) => city.startsWith(stem.replace(/й$/, '')))?.[1];
  });
}

/** «по мск», «по московскому времени», «по времени Москвы» */
export function readZone(c: Cursor, scene: Scene): Found | undefined {
  if (scene.previous?.kind !== 'time') return undefined;
  if (!c.word('по')) {
    return c.word('мск', 'msk') ? { kind: 'zone', timeZone: 'Europe/Moscow' } : undefined;
  }
  const timeZone = readCity(c);
  return timeZone === undefined ? undefined : { kind: 'zone', timeZone };
}
