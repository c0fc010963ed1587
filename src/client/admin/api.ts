import { useSession } from '../session/session';
import { get, send } from '../wire/wire';

/** Only while the page is in sight. */
export const REFRESH_MS = 60_000;

/** The administrators' calls, apart from api.ts: only their screens load this. */
function createAdminApi(initData: string) {
  const ask = { method: 'POST' } as const;
  const notice = async (path: string, body = {}) =>
    (await send('adminNotice', { ...ask, path, body }, initData)).notice;
  const act = async (path: string) => {
    await send('adminDone', { ...ask, path }, initData);
  };
  return {
    stats: async () => (await get('adminStats', '/api/admin/stats', initData)).stats,
    webhook: async () => (await get('adminWebhook', '/api/admin/webhook', initData)).webhook,
    parked: (after: number | null) =>
      get('adminParked', `/api/admin/parked?after=${after ?? 0}`, initData),
    retry: (id: number) => act(`/api/admin/failures/${id}/retry`),
    testMessage: () => act('/api/admin/test-message'),
    notices: {
      list: async () => (await get('adminNotices', '/api/admin/notices', initData)).notices,
      draft: (text: string) => notice('/api/admin/notices', { text }),
      preview: (id: number) => notice(`/api/admin/notices/${id}/preview`),
      start: (id: number) => notice(`/api/admin/notices/${id}/start`),
      stop: (id: number) => notice(`/api/admin/notices/${id}/stop`),
    },
  };
}

export const useAdminApi = () => createAdminApi(useSession().initData);
