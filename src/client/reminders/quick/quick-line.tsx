import { type Ref, type SubmitEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { type Reminder, type ReminderInput } from '@/contract/reminder';
import { QUICK_LINE_MAX } from '@/core/limits';
import { lastCategoryOf } from '@/core/lists';
import { appTexts } from '@/texts/app';
import { useReference } from '../../categories/reference';
import { keptLine } from '../../session/kept-place';
import { useSession } from '../../session/session';
import { IconButton, pressWithoutFocus } from '../../ui/button';
import { Icon } from '../../ui/icons';
import { optionalPart } from '../../ui/lazy-part';
import { LineInput } from '../../ui/line-input';
import { useFault } from '../../session/use-fault';
import { isFault } from '../../wire/wire';
import { showSnackbar } from '../../ui/snackbar';
import { useNow } from '../../session/use-date-time';
import { messageOf } from '../../form/use-saving';
import { type DialogTarget, keptReminder, type Reference, suggestion } from '../form/form';
import { useReminders } from '../list/reminders';
import styles from './quick-line.module.css';

const texts = appTexts.quickAdd;
const loadReading = () => import('../form/line-reading');
/** Without a connection there may be none, and the line works all the same. */
const Chips = optionalPart(() => import('./quick-chips'));

/** The line of a person who comes back, and how it is set: it is kept on the device until it is empty. */
function useKeptLine(userId: number | null) {
  const [line, setLine] = useState(() => {
    const kept = keptLine.read(userId) ?? '';
    const form = keptReminder.read(userId);
    // What its form has kept comes back there.
    const isInForm = form?.editId === null && (form.openedFor?.text ?? form.values.text) === kept;
    return isInForm ? '' : kept;
  });
  useEffect(() => {
    if (line === '') keptLine.drop(userId);
    else keptLine.keep(userId, line);
  }, [userId, line]);
  return [line, setLine] as const;
}

/** The category and type of who has chosen none. */
function useUsual() {
  const { rows = [] } = useReminders();
  const { settings } = useSession();
  const now = useNow();
  return (known: Reference) =>
    suggestion(known, settings.categoryId ?? lastCategoryOf(rows, now), null);
}

interface Making {
  /** Opens the form with the line as its text. */
  openForm: () => Promise<void>;
  made: (row: Reminder, said: string) => void;
  failed: (fault: unknown, createKey: string) => void;
}

/** How a line is made a reminder: `made` or `failed` hears of it, or the form opens where the line leaves something out. */
function useMaking({ openForm, made, failed }: Making): (line: string) => Promise<void> {
  const { save } = useReminders();
  const reference = useReference();
  const { api, timeZone, settings } = useSession();
  const { dayParts } = settings;
  const usual = useUsual();
  /** What was sent, by line: one that is sent again after a lost answer must not make two reminders. */
  const sent = useRef(new Map<string, { payload: ReminderInput; key: string }>());

  /** Who is quicker than the list of categories waits for it. */
  const wholeReference = async (): Promise<Reference> => {
    if (reference.categories.length > 0 && reference.types.length > 0) return reference;
    const [categories, types] = await Promise.all([
      api.reminders.categories(),
      api.reminders.types(),
    ]);
    return { categories, types };
  };
  return async (line) => {
    const [{ readLine, payloadOfLine, saidOf }, known] = await Promise.all([
      loadReading(),
      wholeReference(),
    ]);
    const sentAt = new Date();
    const before = sent.current.get(line);
    const isAgain = before !== undefined && new Date(before.payload.dateTime ?? 0) > sentAt;
    const reading = readLine(line, { now: sentAt, timeZone, dayParts, ...known });
    const payload = isAgain
      ? before.payload
      : payloadOfLine(reading, usual(known), { now: sentAt, timeZone });
    if (!payload) return openForm();
    const key = isAgain ? before.key : crypto.randomUUID();
    sent.current.set(line, { payload, key });
    try {
      const row = await save(payload, undefined, key);
      sent.current.delete(line);
      made(row, saidOf(line, row.text, new Date(row.dateTime), sentAt, timeZone));
    } catch (error) {
      // Refused for good, it is read anew next time: its category may have gone.
      if (!isFault(error, 'offline', 'server')) sent.current.delete(line);
      failed(error, key);
    }
  };
}

/** Makes a reminder at Enter; what is not certain goes into the form, and nothing that was typed is lost. */
export function QuickLine({ open }: { open: (target: DialogTarget) => void }) {
  const { remove } = useReminders();
  const reference = useReference();
  const { host, timeZone, settings, user } = useSession();
  const tell = useFault();
  const usual = useUsual();
  const [line, setLine] = useKeptLine(user.id);
  const read = useDeferredValue(line);
  const input = useRef<HTMLInputElement>(null);
  /** Lines that are being saved: on a slow network the next one may be written meanwhile. */
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());

  /** On a phone it would cover the message, and come up again behind a closed form. */
  const putKeyboardAway = () => {
    if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur();
  };
  const clear = (done: string) => setLine((last) => (last === done ? '' : last));

  /** Opens the form with the line as its text, the focus in one field. */
  const openForm = async (focus?: string) => {
    const { dayParts } = settings;
    const context = { now: new Date(), timeZone, dayParts, ...reference };
    const unclear = await loadReading().then(
      ({ focusOf, readLine }) => focusOf(readLine(line, context)),
      () => 'text',
    );
    putKeyboardAway();
    // A counter has no field: its words stand in the text.
    const wanted = focus === 'counter' ? 'text' : focus;
    open({ text: line, focus: wanted ?? unclear, saved: () => clear(line) });
  };
  const make = useMaking({
    openForm,
    made: (row, said) => {
      host.haptic('success');
      // Who is writing the next one goes on.
      if (input.current?.value === line) putKeyboardAway();
      clear(line);
      showSnackbar({
        text: said,
        action: { label: appTexts.actions.change, run: () => open({ edit: row }) },
        undo: () => {
          remove(row);
          setLine((last) => (last === '' ? line : last));
        },
      });
    },
    failed: (fault, createKey) => {
      const isTypedOver = input.current !== null && input.current.value !== line;
      const reopen = () => open({ text: line, createKey });
      const bringBack = { label: appTexts.actions.bringBack, run: reopen };
      tell(messageOf(fault), fault, isTypedOver ? bringBack : undefined);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (line.trim() === '' || saving.has(line)) return;
    setSaving((lines) => new Set([...lines, line]));
    make(line)
      .catch(() => openForm())
      .finally(() => setSaving((lines) => new Set([...lines].filter((each) => each !== line))));
  };

  return (
    <form className={styles.form} data-acts onMouseDown={pressWithoutFocus} onSubmit={submit}>
      <Line ref={input} value={line} busy={saving.has(line)} onChange={setLine} />
      {read.trim() !== '' && (
        <Chips
          line={read}
          usual={usual(reference)}
          onChip={(field) => void openForm(field)}
          onCategory={() => input.current?.focus()}
        />
      )}
    </form>
  );
}

/** The line as the server draws it: nobody can type into it yet. */
export const QuickLineSketch = () => (
  <div className={styles.form}>
    <Line value="" onChange={() => undefined} />
  </div>
);

function Line({
  ref,
  value,
  busy = false,
  onChange,
}: {
  ref?: Ref<HTMLInputElement>;
  value: string;
  busy?: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <div className={styles.line} aria-busy={busy}>
      <Icon name="plus" size={22} />
      <LineInput
        ref={ref}
        value={value}
        maxLength={QUICK_LINE_MAX}
        onChange={(event) => onChange(event.target.value)}
        placeholder={texts.example}
        aria-label={texts.label}
        data-tap="quick-line"
        enterKeyHint="send"
      />
      {value.trim() !== '' && (
        <IconButton icon="plane" type="submit" aria-label={texts.create} aria-busy={busy} />
      )}
    </div>
  );
}
