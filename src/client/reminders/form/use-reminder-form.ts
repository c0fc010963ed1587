import { useDeferredValue, useReducer, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { lastCategoryOf } from '@/core/lists';
import { suggestedMoment } from '@/core/presets';
import { useReference } from '../../categories/reference';
import { useSession } from '../../session/session';
import { useCode } from '../../session/use-answer';
import { useReminders } from '../list/reminders';
import { type DialogTarget, formOf, type Prefill, prefillOf, suggestion } from './form';
import { type FormAction, reduceForm, settled, withSaid, withUsual } from './form-state';
import { type FormValues } from './values';

export type ReminderForm = ReturnType<typeof useReminderForm>;
export type Grammar = Awaited<ReturnType<typeof loadGrammar>>;

/** The grammar is large, and few open the form to type into it. Rejects without a connection. */
export const loadGrammar = () => import('./line-reading');

/** What the form of `target` holds and shows. `edit` is the row as it was when its user last saw it. */
export function useReminderForm(target: DialogTarget, edit: Reminder | undefined, now: Date) {
  const { timeZone, settings } = useSession();
  const reference = useReference();
  const source = useSource(target, edit, now);
  const [stored, dispatch] = useReducer(
    (values: FormValues, action: FormAction) =>
      reduceForm(settled(values, timeZone, source), action),
    null,
    () =>
      target.values ?? {
        ...openedForm(source, timeZone, target),
        ...(target.text !== undefined && { text: target.text }),
      },
  );
  const values = settled(stored, timeZone, source);
  const untouched = openedForm(source, values.timeZone, target);

  const isTyped = values.text !== source.text;
  const grammar = useCode(isTyped ? 'grammar' : null, loadGrammar);
  const text = useDeferredValue(values.text);
  const suggestedTime = edit ? '' : untouched.time;
  const readWith = ({ readText }: Grammar, typed: FormValues) =>
    readText(typed, source.text, { now, dayParts: settings.dayParts, ...reference });
  const isRead = grammar !== undefined && text !== source.text;
  const reading = isRead ? readWith(grammar, { ...values, text }) : null;
  return {
    source,
    /** The values as the form opens, in the zone of the present ones. */
    untouched,
    /** What is typed and set by hand: this is what the device keeps. */
    values,
    /** The values with what the text says. */
    shown: reading ? withSaid(values, reading.said, suggestedTime) : values,
    dirty: JSON.stringify(values) !== JSON.stringify(untouched),
    dispatch,
    /** Undefined until it is needed, and here. */
    grammar,
    /** Null where nothing new was typed. It may come a moment after the text. */
    reading,
    /** Reads the text as it stands now. Null where it says what no field can hold. */
    valuesToSave: (loadedGrammar: Grammar): FormValues | null => {
      const { said, stored: text, fault } = readWith(loadedGrammar, values);
      return fault === undefined ? { ...withSaid(values, said, suggestedTime), text } : null;
    },
  };
}

/** What the form opens with: the row, what was chosen elsewhere, or what is usual. */
function useSource(target: DialogTarget, edit: Reminder | undefined, now: Date): Prefill {
  const { rows = [] } = useReminders();
  const reference = useReference();
  const { timeZone, settings } = useSession();
  // Neither moves on while the form is open.
  const [{ categoryId, moment }] = useState(() => ({
    categoryId: settings.categoryId ?? lastCategoryOf(rows, now),
    moment: suggestedMoment(now, timeZone, settings.dayParts).toISOString(),
  }));
  if (edit) return prefillOf(edit);
  const suggested = suggestion(reference, categoryId, moment);
  // A card of the chat may leave category and type open.
  return withUsual(target.start ?? suggested, suggested);
}

/** The form's values before anything was done in it. What was chosen for `target` no word changes. */
export function openedForm(
  source: Prefill,
  timeZone: string,
  { day = false }: Pick<DialogTarget, 'day'>,
): FormValues {
  const chosenDay = day ? (['date'] as const) : [];
  const chosenForText = source.text === '' ? [] : (['category', 'type'] as const);
  return {
    ...formOf(source, timeZone),
    byHand: chosenDay,
    asText: [...chosenDay, ...chosenForText],
  };
}
