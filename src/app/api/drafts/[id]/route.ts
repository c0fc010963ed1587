import { apiRoute } from '@/server/accounts/routes';
import { readDraft } from '@/server/drafts/drafts';

/** What a card in the chat understood, for the form that its «Изменить» opens. */
export const GET = apiRoute('draft', null, async ({ db, userId, id, now }) => ({
  draft: await readDraft(db, userId, id, now),
}));
