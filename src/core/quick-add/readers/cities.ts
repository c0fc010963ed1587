import { ZONE_NAMES } from '@/texts/zones';
import { type Cursor } from '../tokens/cursor';
import { type Found, type Scene } from './phrase';

/** «по Лондону»: cities of one word in the dative. */
const CITIES = new Map([
  ['гринвичу', 'Etc/UTC'],
  ['utc', 'Etc/UTC'],
  ['gmt', 'Etc/UTC'],
  // As people shorten them.
  ...['екату', 'екб', 'ебургу'].map((name) => [name, 'Asia/Yekaterinburg'] as const),
  ...['нску', 'новосибу'].map((name) => [name, 'Asia/Novosibirsk'] as const),
  ...['питеру', 'спб'].map((name) => [name, 'Europe/Moscow'] as const),
  ['владику', 'Asia/Vladivostok'] as const,
  ...Object.entries(ZONE_NAMES).flatMap(([zone, names]) =>
    names
      .split(' ')
      .filter((name) => name.length > 3)
      .flatMap((name) => datives(name).map((dative) => [dative, zone] as const)),
  ),
]);

/** «Лондону», «Нью-Йорку», «калининградскому времени» */
function readCity(c: Cursor): string | undefined {
  return c.attempt(() => {
    const first = c.text;
    let name = first;
    c.at++;
    for (let part = 0; part < 2 && c.mark('-', true); part++) {
      name += `-${c.text}`;
      c.at++;
    }
    const timed = c.word('времени', 'времене');
    const stem = /^(.{3,})ск(?:ому|и)$/.exec(first)?.[1];
    const zone = CITIES.get(name);
    if (zone !== undefined || stem === undefined || !timed) return zone;
    return [...CITIES].find(([city]) => city.startsWith(stem.replace(/й$/, '')))?.[1];
  });
}

/** «времени Калининграда»: the genitive differs from the dative in its last letter. */
function readCityOfTime(c: Cursor): string | undefined {
  return c.attempt(() => {
    if (!c.word('времени')) return undefined;
    const stem = c.text.slice(0, -1);
    c.at++;
    if (stem === 'москв') return 'Europe/Moscow';
    return [...CITIES].find(([city]) => stem.length > 2 && city.slice(0, -1) === stem)?.[1];
  });
}

function datives(name: string): string[] {
  if (name.includes('-на-'))
    return datives(name.slice(0, name.indexOf('-'))).map(
      (each) => each + name.slice(name.indexOf('-')),
    );
  if (name.endsWith('ия')) return [name.replace(/я$/, 'и')];
  if (/[ая]$/.test(name)) return [name.replace(/.$/, 'е')];
  if (name.endsWith('ь')) return [name.replace(/.$/, 'и'), name.replace(/.$/, 'ю')];
  if (name.endsWith('й')) return [name.replace(/.$/, 'ю')];
  return [/[оыеиуэ]$/.test(name) ? name : `${name}у`];
}

/** «по мск», «по московскому времени», «по времени Москвы», «по местному времени» */
export function readZone(c: Cursor, scene: Scene): Found | undefined {
  if (scene.previous?.kind !== 'time') return undefined;
  const by = c.word('по');
  const city = by ? (readCity(c) ?? readCityOfTime(c)) : undefined;
  if (city !== undefined) return { kind: 'zone', timeZone: city };
  if (c.word('мск', 'msk') || (by && c.word('москве', 'московскому', 'московски'))) {
    c.word('времени');
    return { kind: 'zone', timeZone: 'Europe/Moscow' };
  }
  return by && c.word('местному') && c.word('времени')
    ? { kind: 'zone', timeZone: null }
    : undefined;
}
