import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { eraseFromApp, exportFromApp, whatWouldGo } from '@/server/chat/settings';

export const GET = apiRoute('told', null, whatWouldGo);

/** Sends everything that is stored into the chat, as a file. */
export const POST = apiRoute('done', requests.nothing, exportFromApp);

export const DELETE = apiRoute('told', requests.nothing, eraseFromApp);
