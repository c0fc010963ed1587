import { plural } from './plural';

/**
 * How old somebody gets: «исполняется 60 лет»; «10 лет» where the text speaks of an anniversary of something
 * else.
 */
export function describeAge(text: string, age: number): string {
  const years = plural(age, ['год', 'года', 'лет']);
  return /годовщин|свадьб/i.test(text) ? years : `исполняется ${years}`;
}
