import { eq } from 'drizzle-orm';
import { type Heard, type Knowledge } from '@/core/quick-add/conversation/conversation';
import { type Known } from '@/core/quick-add/conversation/named';
import { reminders } from '@/server/platform/db/schema';
import { type ChatReminder, remindersOfIds } from '@/server/reminders/upcoming';
import { type MemberTurn } from '@/server/telegram/turn';
import { type StepMoment } from './dialogue-play';
import { type Json, readingOf, type RecordedLine, writtenReading } from './dialogue-record';
import { type Verdict } from './dialogue-verdict';

/** A line that is read: its record, and the reminders of the record as the server knows them. */
interface Taken {
  record: RecordedLine;
  knowledge: Knowledge;
  reminders: readonly Known[];
  reading?: Json;
}

type Reader = (line: string, knowledge: Knowledge) => Heard | undefined;

/**
 * Records what is known when the lines of dialogues are read, while they are played over PostgreSQL: a test puts it
 * around `knowledgeOf` and `readConversation`. Earlier lines of a dialogue are answered by what the former record
 * expects of them, so that the last one is played behind what is right.
 */
export class DialogueTape {
  private former = new Map<string, RecordedLine>();
  private moment: StepMoment | undefined;
  /** The lines of the dialogue that is being played, by their steps; of a line that is read again the last reading. */
  private taken = new Map<number, Taken>();

  /** What is expected of the lines to come. */
  startFrom(former: readonly RecordedLine[]): void {
    this.former = new Map(former.map((each) => [keyOf(each.dialogue, each.step), each]));
  }

  readonly beforeStep = (moment: StepMoment): void => {
    if (this.moment?.dialogue !== moment.dialogue) this.taken.clear();
    this.moment = moment;
  };

  async rememberKnowledge(
    turn: MemberTurn,
    line: string,
    knowledge: Knowledge,
    knownFrom: (reminder: ChatReminder, turn: MemberTurn) => Known,
  ): Promise<void> {
    if (!this.moment) return;
    const { dialogue, step, ids: idsByKey } = this.moment;
    const { latest } = knowledge;
    const all = (await remindersInOrder(turn)).map((each) => knownFrom(each, turn));
    const open = all.filter(({ state }) => state !== 'over');
    const over = all.filter(({ id, state }) => state === 'over' && id === latest?.id);
    const spokenOf = [...open, ...over];
    const former = this.former.get(keyOf(dialogue.id, step));
    const keyOfId = (id: number) => [...idsByKey].find(([, each]) => each === id)?.[0];
    const record: RecordedLine = {
      dialogue: dialogue.id,
      step,
      line,
      now: turn.now,
      timeZone: turn.account.timeZone,
      reminders: spokenOf.map(({ id, state, counts, noteContent, floods, ...each }) => ({
        key: keyOfId(id),
        ...each,
        counts: counts ?? false,
        noteContent: noteContent ?? null,
        floods: floods ?? false,
        state,
      })),
      rang: knowledge.rang.map(({ id }) => placeIn(spokenOf, id)),
      waiting: knowledge.waiting.map(({ id }) => placeIn(spokenOf, id)),
      latest: latest && placeIn(spokenOf, latest.id),
      latestAct: knowledge.latestAct,
      together: knowledge.together,
      expected: former?.line === line ? former.expected : undefined,
    };
    this.taken.set(step, { record, knowledge, reminders: spokenOf });
  }

  /** What a line is answered as: as it is expected before the last step, else as the reader reads it. */
  read(line: string, knowledge: Knowledge, reader: Reader): Heard | undefined {
    const heard = reader(line, knowledge);
    const taken = [...this.taken.values()].find((each) => each.knowledge === knowledge);
    if (!taken || !this.moment) return heard;
    const { record, reminders: spokenOf } = taken;
    taken.reading = writtenReading(heard, (id) => placeIn(spokenOf, id));
    if (record.step === lastStepOf(this.moment)) return heard;
    // Nobody has said yet what it is to be read as.
    record.expected ??= taken.reading;
    return readingOf(record.expected, (place) => spokenOf[place - 1]);
  }

  /** The lines of the dialogue that has been played, with its verdict. */
  linesOf(verdict: Verdict): RecordedLine[] {
    const { moment } = this;
    return [...this.taken.values()].map(({ record, reading }) => {
      if (!moment || record.step !== lastStepOf(moment)) return record;
      const isRight = verdict === 'right' && reading !== undefined;
      return { ...record, expected: isRight ? reading : record.expected };
    });
  }
}

const keyOf = (dialogue: string, step: number): string => `${dialogue}:${step}`;
const lastStepOf = ({ dialogue }: StepMoment): number => dialogue.steps.length - 1;
const placeIn = (those: readonly Known[], id: number): number =>
  those.findIndex((each) => each.id === id) + 1;

/** All reminders of whoever writes, in the order in which the server looks for what a line names. */
async function remindersInOrder({ db, account }: MemberTurn): Promise<ChatReminder[]> {
  const rows = await db
    .select({ id: reminders.id })
    .from(reminders)
    .where(eq(reminders.userId, account.id))
    .orderBy(reminders.dateTime);
  return remindersOfIds(
    db,
    account.id,
    rows.map(({ id }) => id),
  );
}
