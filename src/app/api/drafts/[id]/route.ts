import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { readDraft } from '@/server/drafts/drafts';
import { dropWaiting, pressWaiting } from '@/server/quick-add/waiting';

/** What a card in the chat understood, for the form that its «Изменить» opens. */
export const GET = apiRoute('draft', null, async ({ db, userId, id, now }) => ({
  draft: await readDraft(db, userId, id, now),
}));

/** One of its quick times: it becomes a reminder. */
export const POST = apiRoute('reminder', requests.pressDraft, async (visit) => ({
  notification: await pressWaiting(visit, visit.body.press),
}));

export const DELETE = apiRoute('done', requests.nothing, dropWaiting);
