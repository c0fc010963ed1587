import { readDraft } from '@/server/drafts/drafts';
import { apiRoute, idParams } from '@/server/accounts/routes';

/** What a card in the chat understood, for the form that its «Изменить» opens. */
export const GET = apiRoute('draft', { params: idParams }, async (visit) => ({
  draft: await readDraft(visit.db, visit.account.id, visit.params.id, visit.now),
}));
