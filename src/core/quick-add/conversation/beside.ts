import { aboveChecklist } from '../../checklist';
import { type Act, type Heard, type Knowledge } from './conversation';
import { type Known, namesThings, readBeside, saysItsDeed } from './named';
import { mentions } from './names';
import { addedPoint, hasPoints, isToAnyList, saidOf } from './points';

/** What a line says of the stock or of the points of one reminder: an act, or none. */
export const actsBeside = (line: string, reminder: Known): Act[] => {
  const reply = reminder.state === 'over' ? undefined : readBeside(line, reminder);
  return reply ? [{ kind: 'act', reminder, reply }] : [];
};

/** It may be of the only stock that there is even where nothing was said of it. */
export const isOfAnyStock = (line: string): boolean =>
  /пополни|докупи|дозаказ|сколько/iu.test(line);

/**
 * What a line says of a stock or of the points of a list («корма осталось 3», «молоко купила»), in what rang, then in
 * what waits, and so on; undefined also where it rather tells of what is open, or that another reminder is done.
 */
export function beside(line: string, knowledge: Knowledge): Heard | undefined {
  const { rang, named, waiting, stocksAndLists = [] } = knowledge;
  const latest = knowledge.latest ? [knowledge.latest] : [];
  const added = addedPoint(line);
  const isNamed = (each: Known) => {
    if (!added) return mentions(line, saidOf(each));
    // «в список покупок» does not name «Купить корм».
    if (added.toAnyList && !hasPoints(each)) return false;
    return mentions(added.name, aboveChecklist(each.text) || each.text);
  };
  const open: readonly (readonly Known[])[] = [rang.filter(isNamed), waiting.filter(isNamed)];
  const others = [latest.filter(isNamed), named.filter(isNamed)];
  const unnamed = [
    added ? rang.filter(hasPoints) : rang,
    latest,
    ...(isOfAnyStock(line) || isToAnyList(line) ? [stocksAndLists] : []),
  ];
  for (const group of [...open, ...others, ...unnamed]) {
    const [first, ...more] = group.flatMap((each) => actsBeside(line, each));
    if (!first) continue;
    // «молоко купила» answers «Молоко», which waits, and no list that lies ahead.
    const isOfWhatIsOpen =
      open.flat().some((each) => namesThings(line, each)) && !open.includes(group);
    if (first.reply.act === 'tick' && isOfWhatIsOpen) return undefined;
    // «корм купил» of «Купить корм», too: what is open comes before that.
    const isDeedOfAnother = [...rang, ...named].some(
      (each) => saysItsDeed(line, each) && actsBeside(line, each).length === 0,
    );
    if (isDeedOfAnother && first.reply.act !== 'refill' && !open.includes(group)) return undefined;
    const reminders = [first, ...more].map(({ reminder }) => reminder);
    return more.length === 0 ? first : { kind: 'which', reminders, all: false };
  }
  return added && !named.some(isNamed) ? { kind: 'no-such' } : undefined;
}
