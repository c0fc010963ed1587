import 'server-only';
import { eq } from 'drizzle-orm';
import { type Html, lines } from '@/texts/html';
import { jointTexts } from '@/texts/joint';
import { type Account, mayBeTold } from '../accounts/accounts';
import { quietEndOf } from '../accounts/settings';
import { isOurs, type Lease, leasedRows } from '../outbox/leased-rows';
import { PATIENCE } from '../outbox/verdict';
import { printOf } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { jointMembers, reminders, users } from '../platform/db/schema';
import { TOLD } from '../reminders/joint';
import { answeredBy, nameOf, peopleOf } from '../reminders/joint-people';
import { describeAnsweredBy } from '../reminders/message';
import { type ReminderRow } from '../reminders/rows';
import { ifLastWord, storedActs } from '../reminders/write/last-act';
import { dataOf, FIRST_PAGE, itemData } from '../telegram/callback-data';
import { excerpt, momentIn } from '../telegram/message';
import { type Send } from '../telegram/send';
import { button, type Card, type Keyboard } from '../telegram/turn';
import { sharedCard } from './shares';

type Member = typeof jointMembers.$inferSelect;

interface ToTell {
  id: string;
  card: Card;
}

/** Tells each of a joint's people in a message of their own what the others have done to it. */
export const dueJointNews = (send: Send<{ chatId: number; message: Card }>) =>
  leasedRows<ToTell>({
    name: 'joint',
    table: jointMembers,
    prepare: prepareNews,
    send: ({ userId, card }, signal) => send({ chatId: userId, message: card }, signal),
    patience: PATIENCE.single,
    ledgerKind: () => 'notice',
    end: async (tx, claim) => {
      await tx.update(jointMembers).set(TOLD).where(isOurs(jointMembers, claim));
    },
  });

/** Prepares the message; null where nothing is to be told any more. */
async function prepareNews(db: Db, claim: Lease, now: Date): Promise<ToTell | Date | null> {
  const [found] = await db
    .select({ member: jointMembers, reminder: reminders, account: users })
    .from(jointMembers)
    .innerJoin(users, eq(users.id, jointMembers.userId))
    .innerJoin(reminders, eq(reminders.id, jointMembers.reminderId))
    .where(isOurs(jointMembers, claim));
  if (!found) return null;
  const { member, reminder, account } = found;
  const until = quietEndOf(account, now);
  if (until) return until;
  const card = mayBeTold(account) ? await cardOfNews(db, member, reminder, account, now) : null;
  if (!card) {
    await db.update(jointMembers).set(TOLD).where(isOurs(jointMembers, claim));
    return null;
  }
  // Later news are another message. When they are due does not tell them apart: a try to settle may put that off.
  const told = printOf([member.jointId, card.text.toString()]);
  return { id: told, card };
}

async function cardOfNews(
  db: Db,
  { news, newsBy, jointId }: Member,
  reminder: ReminderRow,
  account: Account,
  now: Date,
): Promise<Card | null> {
  const text = excerpt(reminder.text);
  const { news: said } = jointTexts;
  // Whatever else was still to be told.
  if (reminder.deletedAt !== null) return { text: said.ended(text), keyboard: [] };
  const people = await peopleOf(db, jointId);
  const names = people.map(({ name }) => name);
  const everybody = jointTexts.people(names);
  const isOwner = people[0]?.userId === account.id;
  const keyboard: Keyboard = [
    [
      button(jointTexts.button, itemData(reminder.id, 'show', FIRST_PAGE, reminder.version)),
      ...(isOwner
        ? []
        : [button(jointTexts.leave, dataOf('share', 'leave', reminder.id), 'danger')]),
    ],
  ];
  const card = (head: Html): Card => ({ text: head, keyboard });
  switch (news) {
    case null:
    case 'ended':
      return null;
    case 'joined':
      return card(said.joined(text, names));
    case 'owner':
      return card(lines(said.owner(text), everybody));
    case 'changed':
    case 'restored': {
      const name = newsBy === null ? undefined : await nameOf(db, newsBy);
      return card(lines(said[news](name ?? ''), '', sharedCard(reminder, now), '', everybody));
    }
    case 'returned': {
      const at = reminder.nextFireAt;
      return card(said.returned(text, at ? momentIn(at, { now, account }) : ''));
    }
    case 'answered': {
      const lastAct = (await storedActs(db, [reminder.id])).get(reminder.id);
      const by = await answeredBy(db, reminder, ifLastWord(reminder, lastAct));
      // Taken back, or done anew by its own person, meanwhile.
      return by && card(said.answered(text, describeAnsweredBy(by, account.timeZone)));
    }
  }
}
