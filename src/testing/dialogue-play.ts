import { and, desc, eq, isNull, lte, min } from 'drizzle-orm';
import { addDays, addMonths, addWeeks, addYears } from 'date-fns';
import { finish, pause, planFiring } from '@/core/firing';
import { FLOOD_INTERVAL_DEFAULT } from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import { instantToWallTime, wallTimeToInstant } from '@/core/time-zone';
import { type Db } from '@/server/platform/db/client';
import { chatMessages, deliveries, pace, reminders, users } from '@/server/platform/db/schema';
import { firingColumns, storedRule } from '@/server/reminders/write/columns';
import { createReminder } from './builders';
import { type TestChat, type testBot } from './conversation';
import { type Dialogue, type Step, type StoredReminder } from './dialogue-format';
import { type Account, accountOf, effectsOf, seenOf } from './dialogue-effects';
import { understand } from './dialogue-said';
import { type Outcome } from './dialogue-verdict';

const DAY_MS = 86_400_000;
/** Messages of one chat are a second apart; what is due at once has come by then. */
const CROWD_MS = 10_000;
/** As long as a send takes on a slow machine; delivery's clock runs at the true speed. */
const SENDING_MS = 3_000;
/** «через 10 минут» may come at the next full minute. */
const ROUNDING_MS = 60_000;

const BACK = {
  MINUTE: null,
  HOUR: null,
  DAY: (at: Date) => addDays(at, -1),
  WEEK: (at: Date) => addWeeks(at, -1),
  MONTH: (at: Date) => addMonths(at, -1),
  YEAR: (at: Date) => addYears(at, -1),
};

/** A step of a dialogue that is about to be played. */
export interface StepMoment {
  dialogue: Dialogue;
  step: number;
  /** Ids of the reminders that are there by then, by the dialogue's names. */
  ids: ReadonlyMap<string, number>;
}

/**
 * Plays dialogues with a bot: each with a member of its own, who is erased behind it, so that nothing of one
 * dialogue is ever due in another. Between two steps all comes that is due in between, re-sends included.
 */
export function dialoguePlayer(
  db: Db,
  bot: ReturnType<typeof testBot>,
  beforeStep: (moment: StepMoment) => void = () => undefined,
) {
  return async (dialogue: Dialogue): Promise<Outcome> => {
    const scene = new Scene(db, bot, { dialogue, beforeStep });
    try {
      return await scene.play();
    } finally {
      await scene.end();
    }
  };
}

class Scene {
  private readonly ids = new Map<string, number>();
  private readonly now: number;
  private at = 0;
  private member: TestChat | undefined;
  private readonly dialogue: Dialogue;
  private readonly beforeStep: (moment: StepMoment) => void;

  constructor(
    private readonly db: Db,
    private readonly bot: ReturnType<typeof testBot>,
    { dialogue, beforeStep }: { dialogue: Dialogue; beforeStep: (moment: StepMoment) => void },
  ) {
    this.dialogue = dialogue;
    this.beforeStep = beforeStep;
    this.now = this.instant(dialogue.now).getTime();
  }

  async play(): Promise<Outcome> {
    const { db, bot, dialogue } = this;
    const { steps, zone } = dialogue;
    // Slots that another dialogue took on a later day are no one's here.
    await db.update(pace).set({ nextSlotAt: new Date(0), haltedUntil: null });
    const rang = dialogue.reminders.flatMap((each) => (each.rang ? [this.instant(each.rang)] : []));
    const start = Math.min(this.now, ...rang.map((each) => each.getTime()));
    this.set(start);
    this.member = await bot.member({ timeZone: zone });
    await this.store(start - DAY_MS);
    for (const each of [...rang].sort((a, b) => a.getTime() - b.getTime())) {
      await this.passUntil(each.getTime());
    }
    await this.passUntil(this.now, false);

    const earlier: string[] = [];
    const touched = new Set<string>();
    const pending: string[] = [];
    let time = this.now;
    let fault: string | undefined;
    for (const [index, step] of steps.entries()) {
      time += step.after;
      await this.passUntil(time, 'rings' in step);
      if ('bot asks' in step) continue;
      const before = await accountOf(db, this.member.id);
      const heard = new Set(this.member.chat.messages.keys());
      const stood = new Map(this.member.messages().map((each) => [each.messageId, each.text]));
      this.beforeStep({ dialogue, step: index, ids: this.ids });
      const status = await this.does(step, time);
      if (status !== 200) fault = `step ${index + 1} was answered ${status}`;
      const after = await accountOf(db, this.member.id);
      const effects = effectsOf(before, after);
      if (index < steps.length - 1) {
        if (!('rings' in step)) earlier.push(seenOf(before));
        if ('makes' in step) pending.push(...(step.makes ?? []));
        for (const row of effects.made) {
          const key = pending.shift();
          if (key !== undefined) this.ids.set(key, row.id);
          touched.add(key ?? '');
        }
        for (const id of effects.changes.keys()) touched.add(this.keyOf(id));
        continue;
      }
      const unlike = seenOf(after) !== seenOf(before);
      return {
        ...effects,
        undone: unlike && earlier.includes(seenOf(after)),
        said: understand(this.saidSince(heard, stood), this.known(after)),
        ids: this.ids,
        touched,
        ...(fault !== undefined && { fault }),
      };
    }
    throw new Error(`${dialogue.id} ends with what the bot says`);
  }

  async end(): Promise<void> {
    if (this.member) await this.db.delete(users).where(eq(users.id, this.member.id));
  }

  private instant(wall: string): Date {
    return wallTimeToInstant(wall, this.dialogue.zone);
  }

  private set(time: number): void {
    this.at = time;
    this.bot.clock.set(new Date(time));
  }

  private keyOf(id: number): string {
    return [...this.ids].find(([, each]) => each === id)?.[0] ?? '';
  }

  private async store(createdAt: number): Promise<void> {
    for (const each of this.dialogue.reminders) {
      const row = await createReminder(this.db, this.member?.id ?? 0, {
        text: each.text,
        ...firingColumns(this.stateOf(each)),
        createdAt: new Date(createdAt),
        updatedAt: new Date(createdAt),
      });
      this.ids.set(each.key, row.id);
    }
  }

  private stateOf({ at, every, flood, preAlerts, state, rang }: StoredReminder) {
    const { zone } = this.dialogue;
    const rule: RecurrenceRule | null =
      typeof every === 'string' ? { every: 1, unit: every } : storedRule.parse(every ?? null);
    const next = this.instant(at);
    const plan = {
      dateTime: state === 'waiting' ? this.cameAt(next, rule, rang) : next,
      rule,
      floodInterval: flood ? FLOOD_INTERVAL_DEFAULT : null,
      preAlerts,
    };
    const began = new Date(Math.min(this.now, plan.dateTime.getTime()) - DAY_MS);
    const planned = planFiring(plan, zone, began);
    if (state === 'paused') return pause(planned, null, began);
    if (state === 'done') return finish(planned, new Date(Math.min(this.now, next.getTime())));
    return planned;
  }

  /** The occurrence that waits: of a series the one before the next, where that had come by then. */
  private cameAt(next: Date, rule: RecurrenceRule | null, rang?: string | null): Date {
    const came = rang ? this.instant(rang) : next;
    const back = rule && rule.every === 1 && BACK[rule.unit];
    if (!rule || !back) return came;
    const wall = new Date(`${instantToWallTime(next, this.dialogue.zone).slice(0, 16)}Z`);
    const before = this.instant(back(wall).toISOString().slice(0, 16));
    return before <= came ? before : came;
  }

  /** The time goes on to a moment, and what is due on the way comes; `ringing`: what is due then, too. */
  private async passUntil(time: number, ringing = true): Promise<void> {
    const userId = this.member?.id ?? 0;
    const until = ringing ? time + CROWD_MS : time;
    for (;;) {
      const { dueAt, userId: owner, deletedAt, deliveryState } = reminders;
      const due = and(
        eq(owner, userId),
        isNull(deletedAt),
        eq(deliveryState, 'scheduled'),
        lte(dueAt, new Date(until)),
      );
      const [next] = await this.db
        .select({ at: min(dueAt) })
        .from(reminders)
        .where(due);
      if (!next?.at) break;
      const instant = new Date(Math.max(next.at.getTime(), this.at));
      this.set(instant.getTime());
      await this.bot.sendDueAt(instant);
      // Sending has taken a moment: nobody answers what has yet to come.
      this.set(instant.getTime() + SENDING_MS);
      // What was not sent, for whatever reason, is not waited for.
      const [still] = await this.db
        .select({ at: min(dueAt) })
        .from(reminders)
        .where(due);
      if (still?.at && still.at <= next.at) break;
    }
    this.set(Math.max(time, this.at));
  }

  private async does(step: Step, time: number): Promise<number> {
    const { member } = this;
    if (!member || 'bot asks' in step) return 200;
    if ('says' in step) return member.write(step.says);
    if ('replies' in step) return member.reply(step.replies, await this.messageOf(step.to));
    await this.ring(this.ids.get(step.rings) ?? 0, time);
    return 200;
  }

  /** What has not come by itself does so now: the stored time was another one. */
  private async ring(id: number, time: number): Promise<void> {
    const { zone } = this.dialogue;
    const own = eq(reminders.id, id);
    const [row] = await this.db.select().from(reminders).where(own);
    if (!row) throw new Error('what is to ring is not stored');
    if (row.openOccurrenceAt && !row.snoozedUntil && !row.completed) return;
    const late = (row.dueAt?.getTime() ?? Infinity) - time;
    if (late > ROUNDING_MS) {
      const plan = planFiring({ ...row, dateTime: new Date(time) }, zone, new Date(time - 1));
      await this.db.update(reminders).set(firingColumns(plan)).where(own);
    }
    await this.passUntil(late > ROUNDING_MS ? time : time + late);
  }

  /** The newest message in the chat about a reminder. */
  private async messageOf(key: string): Promise<number> {
    const { db, member } = this;
    const id = this.ids.get(key) ?? 0;
    const known: number[] = [];
    for (const table of [deliveries, chatMessages]) {
      const rows = await db
        .select({ messageId: table.messageId })
        .from(table)
        .where(and(eq(table.userId, member?.id ?? 0), eq(table.reminderId, id)))
        .orderBy(desc(table.messageId));
      known.push(...rows.flatMap(({ messageId }) => messageId ?? []));
    }
    const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
    const standing = known.filter((each) => member?.chat.messages.has(each));
    const named = member?.messages().findLast((each) => each.text.includes(row?.text ?? '\0'));
    const messageId = standing.length > 0 ? Math.max(...standing) : named?.messageId;
    if (messageId === undefined) throw new Error(`no message of ${key} stands in the chat`);
    return messageId;
  }

  /** New messages of the bot; where there is none, those whose text it has changed. */
  private saidSince(heard: ReadonlySet<number>, stood: ReadonlyMap<number, string>) {
    const messages = this.member?.messages() ?? [];
    const fresh = messages.filter((each) => !heard.has(each.messageId));
    if (fresh.length > 0) return fresh;
    return messages.filter((each) => stood.get(each.messageId) !== each.text);
  }

  private known({ reminders: rows }: Account): Map<string, string> {
    return new Map(
      [...this.ids].flatMap(([key, id]) => {
        const row = rows.get(id);
        return row ? [[key, row.text] as const] : [];
      }),
    );
  }
}
