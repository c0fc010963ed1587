import { parseQuickAdd } from '../../quick-add';
import { folded } from '../../search';
import { type Heard, type Knowledge } from './conversation';
import { type Known } from './named';

/** «завтра в 10 стоматолог», where that stands already for then: it is told so, and may be wanted once more. */
export function saidAgain(line: string, { named, clock }: Knowledge): Heard | undefined {
  if (named.length === 0) return undefined;
  const reading = parseQuickAdd(line, { ...clock, types: [], categories: [] });
  if (reading.outcome !== 'ready' || reading.doubt) return undefined;
  const stands = ({ text, comesAt, rule }: Known): boolean =>
    comesAt?.getTime() === reading.dateTime.getTime() &&
    folded(text) === folded(reading.text) &&
    rule?.unit === reading.rule?.unit &&
    rule?.every === reading.rule?.every;
  const reminder = named.find(stands);
  return reminder && { kind: 'stands', reminder };
}
