import { callRoute, testRoutes } from '@/testing/api';
import { createReminder, categoryId, typeId } from '@/testing/builders';
import { POST as createNote } from '@/app/api/notes/route';
import { POST as create } from '@/app/api/notifications/route';
import { POST as done } from '@/app/api/notifications/[id]/done/route';
import { POST as pause } from '@/app/api/notifications/[id]/pause/route';
import { POST as snooze } from '@/app/api/notifications/[id]/snooze/route';
import { GET as history } from '@/app/api/notifications/history/route';
import { POST as pauseAll } from '@/app/api/notifications/pause-all/route';

const { db, someone } = testRoutes();

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])(
  'an instant that no calendar has is the caller’s fault, wherever it stands: %s',
  async (at) => {
    const { user, initData } = await someone();
    const { id } = await createReminder(db, user.id, { rule: { every: 1, unit: 'DAY' } });
    const params = { id: `${id}` };
    const category = await categoryId(db, 'Дом');
    const type = await typeId(db, 'Проверка');
    const to = new Date(Date.parse(at) + 86_400_000).toISOString();
    const span = new URLSearchParams({ from: new Date(at).toISOString(), to }).toString();
    const answers = [
      await callRoute(history, { initData, query: span }),
      await callRoute(history, { initData, query: `from=${at}&to=${to}` }),
      await callRoute(done, { initData, params, body: { occurrence: at } }),
      await callRoute(snooze, { initData, params, body: { until: at } }),
      await callRoute(pause, { initData, params, body: { until: at } }),
      await callRoute(pauseAll, { initData, body: { until: at } }),
      await callRoute(create, {
        initData,
        body: {
          text: 'Дело',
          categoryId: category,
          typeId: type,
          dateTime: at,
          repeat: false,
          flood: false,
        },
      }),
      await callRoute(createNote, {
        initData,
        body: { title: 'Заметка', content: 'x', categoryId: category, dateTime: at },
      }),
    ];
    // 409: it was another occurrence.
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 409, 400, 400, 400, 400, 400]);
  },
);
