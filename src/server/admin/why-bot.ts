import 'server-only';
import { DAY_MS } from '@/core/calendar';
import { type Html, lines } from '@/texts/html';
import { supportTexts as texts } from '@/texts/support';
import { ownClock } from '../reminders/zone-bot';
import { excerpt, LINE_MAX, momentIn } from '../telegram/message';
import { type MemberTurn, type Turn } from '../telegram/turn';
import { type Told, why } from './why';

const DAYS = 2;
const LINES_MAX = 10;

/** /support, «почему не пришло напоминание»: what became of those that were due of late, and whom to write to. */
export async function support(turn: Turn): Promise<unknown> {
  const { account, settings } = turn;
  const { contactEmail, operatorName } = settings;
  const known = account ? [...(await knownOf({ ...turn, account })), '', texts.check] : [];
  const operator = contactEmail ? texts.operator(contactEmail, operatorName) : texts.noOperator;
  return turn.say(lines(...known, ...(account ? [''] : []), operator));
}

async function knownOf(turn: MemberTurn): Promise<(Html | string)[]> {
  const { db, now, account } = turn;
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  const told = await why(db, { userId: account.id, since, now });
  const all = (told?.reminders ?? []).flatMap(({ text, messages }) =>
    eachOvertakenOnce(messages).map((message) => ({
      text: excerpt(text.replaceAll('\n', ' '), LINE_MAX),
      message,
    })),
  );
  const due = all
    .filter(({ message }) => isAskedFor(message, since, now))
    .sort((a, b) => +b.message.scheduledAt - +a.message.scheduledAt);
  const line = ({ text, message }: (typeof all)[number]) =>
    texts.line(text, momentIn(message.scheduledAt, turn), fateIn(message, turn));
  return [
    texts.heading(DAYS, ownClock(turn)),
    '',
    ...(due.length === 0 ? [texts.nothingDue(DAYS)] : due.slice(0, LINES_MAX).map(line)),
    ...(due.length > LINES_MAX ? [texts.more(due.length - LINES_MAX)] : []),
  ];
}

/** Of what a series has missed in a row the latest is enough. */
const eachOvertakenOnce = (messages: readonly Told[]): Told[] =>
  messages.filter(
    ({ fate }, at) => fate.is !== 'overtaken' || messages[at + 1]?.fate.is !== 'overtaken',
  );

/** Of what a flood sends again only what did not come; a pause is told of however long it lasts. */
const isAskedFor = ({ kind, scheduledAt, fate }: Told, since: Date, now: Date): boolean =>
  (fate.is === 'waits' && fate.because === 'paused') ||
  (scheduledAt > since && scheduledAt <= now && (kind !== 'nag' || fate.is !== 'sent'));

function fateIn({ fate }: Told, turn: MemberTurn): string {
  switch (fate.is) {
    case 'sent':
      return fate.because === null
        ? texts.sent
        : texts.sentLate(momentIn(fate.at, turn), fate.because);
    case 'failed':
      return texts.failed;
    case 'called-off':
      return texts.calledOff(fate.by);
    case 'overtaken':
      return texts.overtaken(momentIn(fate.by, turn), fate.because);
    case 'given-way':
      return texts.givenWay(fate.because);
    case 'waits': {
      const { because } = fate;
      if (because === 'paused') return texts.paused;
      return texts.waits(because === 'its-time' ? 'queue' : because);
    }
  }
}
