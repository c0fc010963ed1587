import { type Notice } from '@/contract/admin';
import { useSession } from '../session/session';
import { callsOf } from '../wire/wire';

/** Only while the page is in sight. */
export const REFRESH_MS = 60_000;

/** The administrators' calls, apart from api.ts: only their screens load this. */
function createAdminApi(initData: string) {
  const { read, post } = callsOf(initData);
  const notice = async (path: string, body?: object) =>
    (await post('adminNotice', path, body)).notice;
  return {
    stats: async () => (await read('adminStats', '/api/admin/stats')).stats,
    webhook: async () => (await read('adminWebhook', '/api/admin/webhook')).webhook,
    parked: (after: number | null) => read('adminParked', `/api/admin/parked?after=${after ?? 0}`),
    retry: (id: number) => post('adminDone', `/api/admin/failures/${id}/retry`),
    testMessage: () => post('adminDone', '/api/admin/test-message'),
    notices: {
      list: async () => (await read('adminNotices', '/api/admin/notices')).notices,
      draft: (text: string) => notice('/api/admin/notices', { text }),
      preview: (id: number) => notice(`/api/admin/notices/${id}/preview`),
      // The text as it was confirmed: refused where another tab has written another.
      start: ({ id, text }: Pick<Notice, 'id' | 'text'>) =>
        notice(`/api/admin/notices/${id}/start`, { text }),
      stop: (id: number) => notice(`/api/admin/notices/${id}/stop`),
    },
  };
}

export const useAdminApi = () => createAdminApi(useSession().initData);
