import fc from '@/testing/fast-check';
import { type Knowledge, readConversation } from './conversation';
import { replyTo } from './about';
import { readChoice } from './choice';
import { type Known } from './named';
import { sharesAWord } from './names';

const now = new Date('2026-11-26T15:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const ahead = (id: number, text: string): Known => {
  const at = new Date('2026-11-28T10:00:00Z');
  return { id, text, rule: null, dueAt: at, comesAt: at, state: 'ahead' };
};
const waits = (id: number, text: string): Known => ({
  ...{ id, text, rule: null, state: 'waits' },
  ...{ dueAt: minutesAgo(5), comesAt: null },
});
const nothing: Knowledge = {
  ...{ clock: { now, timeZone: 'Europe/Moscow' }, rang: [], named: [], waiting: [] },
  ...{ latest: undefined, latestAct: null, together: undefined },
};

const heardOf = (line: string, known: Partial<Knowledge>) => {
  const heard = readConversation(line, { ...nothing, ...known });
  return heard?.kind === 'act' ? [heard.reminder.id, heard.reply.act] : heard?.kind;
};

test.each([
  ['послезавтра, попутала', 'move'],
  ['слушай, не завтра, а в воскресенье', 'move'],
  ['не туда пишу, отмени', 'delete'],
  ['кто участвует?', 'share'],
  ['поделись', 'share'],
  ['хочу выйти из общего напоминания', 'leave'],
])('«%s» behind a card is of what that shows', (line, act) => {
  const latest = ahead(1, 'Встретить свекровь');
  expect(heardOf(line, { latest, latestAct: 'made' })).toEqual([1, act]);
});

test.each([
  ['Созвон с Петей', 'Лёха в командировке, созвон с Петей перенеси на завтра в 10', 'move'],
  ['Техосмотр', 'техосмотр прошёл с первого раза, ура', 'done'],
  ['Английский', 'англ отменили на этой неделе', undefined],
  ['Снять швы Рексу', 'рексу швы сняла раньше срока', 'done'],
])('«%s», named: «%s»', (text, line, act) => {
  const named = [ahead(1, text)];
  expect(heardOf(line, { named })).toEqual(act === undefined ? 'delete' : [1, act]);
});

test.each([
  'через четверть часа — перекур',
  'в воскресенье в 19:00 напомни, что в понедельник дежурство с 8',
  'суббота, 28 ноября, 16:00 — юбилей дяди Коли',
  'завтра в 10 записать Мишу к логопеду',
])('«%s» is new, whatever rang or was made', (line) => {
  expect(heardOf(line, { latest: ahead(1, 'Утюг'), latestAct: 'made' })).toBeUndefined();
});

test.each([
  ['Оплатить интернет 💳', 'завтра в 9 оплатить интернет'],
  ['Оплатить интернет 💳', 'оплатить интернет завтра в 9'],
  ['Сдать кровь', 'в субботу в 8 утра сдать кровь'],
  ['Позвонить бабушке', '1 декабря в 18:30 позвонить бабушке'],
  ['Вынести мусор', 'напомни сегодня в 21 вынести мусор'],
  ['Заказать воду', 'через два дня в 11 заказать воду в офис'],
])('an infinitive with a time of its own is new beside «%s»: «%s»', (text, line) => {
  const series = { ...ahead(1, text), rule: { unit: 'MONTH', every: 1 } as const };
  for (const each of [ahead(1, text), series]) {
    expect(heardOf(line, { named: [each] })).toBeUndefined();
    const latest = ahead(2, 'Отчёт за неделю');
    expect(heardOf(line, { named: [each], latest, latestAct: 'made' })).toBeUndefined();
    expect(heardOf(line, { named: [each], latest, latestAct: null })).toBeUndefined();
  }
});

test.each(['массаж перенеси на пятницу', 'отложите, пожалуйста, визит к урологу на неделю'])(
  '«%s» names nothing that is there: no draft is made of it',
  (line) => {
    expect(heardOf(line, {})).toBe('no-such');
  },
);

test.each([
  ['Обед с Назаровым', 'с Назаровой', 'Обед с Назаровой'],
  ['Счёт Альянсу', 'исправь на счёт Авангарду', 'Счёт Авангарду'],
  ['Письмо Сергею', 'не Сергею, а Сергеевой', 'Письмо Сергеевой'],
  ['Забрать у Саши книгу', 'не Саши, а у Миши', 'Забрать у Миши книгу'],
  ['Забрать у Саши книгу', 'не у Саши, а у Миши', 'Забрать у Миши книгу'],
  ['Купить 10 яиц и 1 хлеб', 'не 1, а 2', 'Купить 10 яиц и 2 хлеб'],
  ['Купить 5кг картошки', 'не 5, а 7', 'Купить 7кг картошки'],
  ['Скидка 5% на чай', 'исправь на 6%', 'Скидка 6% на чай'],
  ['Школа 13, кабинет 3', 'не 3, а 5', 'Школа 13, кабинет 5'],
  ['Собрание 8Б, кабинет', 'исправь на 8В', 'Собрание 8В, кабинет'],
])('«%s» behind its card: «%s» makes it «%s»', (text, line, anew) => {
  const latest = ahead(1, text);
  const heard = readConversation(line, {
    ...{ ...nothing, latest, latestAct: 'made', named: [latest] },
  });
  expect(heard).toMatchObject({ kind: 'act', reply: { act: 'rewrite', text: anew } });
});

test.each(['отложи маму на час', 'отложи маму для всех на час'])(
  '«%s» of what lies ahead is an hour later than it would come',
  (line) => {
    const heard = readConversation(line, { ...nothing, named: [ahead(1, 'Позвонить маме')] });
    const to = new Date('2026-11-28T11:00:00Z');
    expect(heard).toMatchObject({ kind: 'act', reply: { act: 'move', to } });
  },
);

test('a deed that is what rang or the name of another reminder is asked about', () => {
  const rang = [waits(1, 'Зарядить павербанк')];
  const named = [...rang, ahead(2, 'Зарядка')];
  expect(heardOf('поставил на зарядку', { rang, named })).toBe('which');
});

test('a noun that ends like a verb is no reason: «зачёт по английскому 20 апреля в 10» is new', () => {
  const line = 'зачёт по английскому 20 апреля в 10';
  expect(heardOf(line, { rang: [waits(1, 'Бариста смена')] })).toBeUndefined();
});

test('«пропуск заказал, остальное через час» answers all that rang', () => {
  const rang = [waits(1, 'Ответить юристам'), waits(2, 'Заказать пропуск'), waits(3, 'Счёт')];
  const heard = readConversation('пропуск заказал, остальное через час', {
    ...{ ...nothing, rang, named: rang.slice(1, 2) },
  });
  expect(heard).toMatchObject({
    kind: 'acts',
    acts: [
      { reminder: { id: 2 }, reply: { act: 'done' } },
      { reminder: { id: 1 }, reply: { act: 'move' } },
      { reminder: { id: 3 }, reply: { act: 'move' } },
    ],
  });
});

test('each clause answers for what it names: «газ и интернет сделал, коммуналку завтра в 19»', () => {
  const rang = [waits(1, 'Интернет оплатить'), waits(2, 'Газ показания'), waits(3, 'Коммуналка')];
  const line = 'газ и интернет сделал, коммуналку завтра в 19';
  expect(readConversation(line, { ...nothing, rang, named: rang })).toMatchObject({
    kind: 'acts',
    acts: [
      { reminder: { id: 2 }, reply: { act: 'done' } },
      { reminder: { id: 1 }, reply: { act: 'done' } },
      { reminder: { id: 3 }, reply: { act: 'move' } },
    ],
  });
});

test('a point beside another act is asked about: it would not be taken back with the rest', () => {
  const rang = [waits(1, 'Аптека\n- бинт\n- вата'), waits(2, 'Позвонить маме')];
  const heard = readConversation('маме позвонила, а бинт купила', {
    ...nothing,
    rang,
    named: rang,
  });
  expect(heard).toMatchObject({ kind: 'which', all: false });
  expect(heard?.kind === 'which' && heard.reminders.map(({ id }) => id).toSorted()).toEqual([1, 2]);
});

test.each([
  ['таблетки пополнил на 28, маме позвонила', true],
  ['маме позвонила и таблетки докупила 28', true],
  ['таблеток осталось 28, маме позвонила', false],
  ['маме позвонила, таблеток осталось 28', false],
])('«%s» refills the one, and answers the other', (line, add) => {
  const rang = [{ ...waits(1, 'Выпить таблетки'), counts: true }, waits(2, 'Позвонить маме')];
  const heard = readConversation(line, { ...nothing, rang, named: rang });
  const acts = heard?.kind === 'acts' ? heard.acts : [];
  expect(acts.toSorted((a, b) => a.reminder.id - b.reminder.id)).toMatchObject([
    { reminder: { id: 1 }, reply: { act: 'refill', count: 28, add } },
    { reminder: { id: 2 }, reply: { act: 'done' } },
  ]);
});

test('«первое сделал» is the one that rang first', () => {
  const rang = [waits(1, 'Шины поменять'), waits(2, 'Тёще позвонить')];
  expect(heardOf('первое сделал', { rang })).toEqual([2, 'done']);
  expect(heardOf('второе через час', { rang })).toEqual([1, 'move']);
});

test('«хлеб купила» ticks a point of «Купить в магазине», and is not done with the whole', () => {
  const rang = [waits(1, 'Купить в магазине\n- хлеб\n- сыр')];
  expect(heardOf('хлеб купила', { rang, named: rang })).toEqual([1, 'tick']);
});

test('«напомни ещё раз через час» is about what rang, and about no «Раз в неделю звонок»', () => {
  const rang = [waits(1, 'Полить цветы')];
  const named = [ahead(2, 'Раз в неделю звонок')];
  expect(heardOf('напомни ещё раз через час', { rang, named })).toEqual([1, 'move']);
});

test('«через час» behind «готово» does not move the next time of a series', () => {
  const latest: Known = { ...ahead(1, 'Зарядка'), rule: { every: 1, unit: 'DAY' } };
  expect(heardOf('через час', { latest, latestAct: 'answered' })).not.toEqual([1, 'move']);
});

test('«каждые 10 минут пока не отвечу выпить воды» behind a card is new', () => {
  const line = 'каждые 10 минут пока не отвечу выпить воды';
  expect(heardOf(line, { latest: ahead(1, 'Утюг'), latestAct: 'made' })).toBeUndefined();
});

test.each(['Доброго времени суток', 'привет', 'доброе утро'])(
  '«%s» behind a ring greets, and moves nothing',
  (line) => {
    expect(heardOf(line, { rang: [waits(1, 'Проверить клапан')] })).toBe('small-talk');
  },
);

test.each([
  ['привет, готово', 'done'],
  ['привет, потом', 'later'],
])('«%s» behind a ring answers it', (line, act) => {
  expect(heardOf(line, { rang: [waits(1, 'Проверить клапан')] })).toEqual([1, act]);
});

test('«молодец бот» behind a ring is small talk', () => {
  expect(heardOf('молодец бот', { rang: [waits(1, 'Веру поздравить')] })).toBe('small-talk');
});

test('«что я пропустила» is answered by what waits', () => {
  const waiting = [waits(1, 'Скачать выписку')];
  expect(heardOf('что я пропустила, пока была на совещании', { waiting })).toBe('question');
});

test('two of which only one is sent again and again: that one is told to be quiet', () => {
  const rang = [{ ...waits(1, 'Закрыть машину'), floods: true }, waits(2, 'Ответить Игорю')];
  expect(heardOf('да не трезвонь ты', { rang })).toEqual([1, 'quiet']);
});

test.each([
  ['Позвонить в школу', 'Сдать анализы', 'анализы я уже сдала'],
  ['Выпить таблетку', 'Купить таблетки', 'купила таблетки'],
  ['Забрать ребёнка из сада', 'Позвонить Свете', 'Светке набрала'],
])('«%s» rang, and «%s» is what is said to be done: «%s»', (text, other, line) => {
  const [rang, shares] = [[waits(1, text)], sharesAWord(line)];
  const named = [...rang, ahead(2, other)].filter((each) => shares(each.text));
  expect(heardOf(line, { rang, named })).toEqual([2, 'done']);
});

test.each(['Петя слился, созвона не будет', 'Петя просит созвон на 16:30'])(
  '«%s» names what has not rung: it is asked which one is meant',
  (line) => {
    const [rang, named] = [[waits(1, 'Отправить отчёт')], [ahead(2, 'Созвон с Петей')]];
    expect(heardOf(line, { rang, named })).toBe('which');
  },
);

describe('behind what has rung', () => {
  const rang = [waits(1, 'Полить цветы'), waits(2, 'Вынести мусор')];

  test.each(['не покупай молоко', 'не выключай свет', 'не корми кота', 'не пиши Олегу'])(
    '«%s» does not ask for quiet',
    (line) => {
      expect(heardOf(line, { rang: rang.slice(0, 1) })).not.toEqual([1, 'skip']);
    },
  );

  test.each(['не приставай', 'да не трезвонь ты'])('«%s» does', (line) => {
    expect(heardOf(line, { rang: rang.slice(0, 1) })).toEqual([1, 'skip']);
  });

  test.each([
    'всё кроме первого потом',
    'удали первое и второе',
    'первое и второе сделал',
    'удали первое',
  ])('«%s» is no act on the first alone', (line) => {
    expect(heardOf(line, { rang })).not.toEqual([expect.any(Number), expect.anything()]);
  });

  test('«все, кроме первого, сделала» is asked about, and does none', () => {
    expect(heardOf('все, кроме первого, сделала', { rang })).toBe('which');
  });

  test('«второе сделал» is one on the second', () => {
    expect(heardOf('второе сделал', { rang })).toEqual([1, 'done']);
  });
});

describe('«только сегодня»', () => {
  const daily = { ...ahead(1, 'Зарядка'), rule: { every: 1, unit: 'DAY' } as const };

  test('moves what comes to today', () => {
    const heard = readConversation('перенеси зарядку только сегодня на 21', {
      ...nothing,
      named: [daily],
    });
    expect(heard).toMatchObject({ reply: { act: 'move', to: new Date('2026-11-26T18:00:00Z') } });
  });

  test('skips nothing that does not come today', () => {
    expect(heardOf('отмени зарядку только сегодня', { named: [daily] })).not.toEqual([1, 'skip']);
    const today = { ...daily, comesAt: new Date('2026-11-26T18:00:00Z') };
    expect(heardOf('отмени зарядку только сегодня', { named: [today] })).toEqual([1, 'skip']);
  });
});

test('«и всегда так» behind a day that is not the rule’s changes nothing', () => {
  const latest = {
    ...ahead(1, 'Бассейн'),
    rule: { every: 1, unit: 'WEEK' } as const,
    comesAt: new Date('2026-11-29T12:00:00Z'),
  };
  expect(heardOf('и всегда так', { latest, latestAct: 'answered' })).not.toEqual([1, 'move']);
});

test.each(['подарок для тебя', 'Лучший друг приезжает', 'паспорт у тебя', 'Умница дочка'])(
  '«%s» is no small talk',
  (line) => {
    expect(heardOf(line, {})).not.toBe('small-talk');
  },
);

test('«что за дела сегодня» asks for the day', () => {
  expect(heardOf('что за дела сегодня', {})).toBe('question');
});

test('two that one line deletes are asked about, and of two acts one may delete', () => {
  const named = [ahead(1, 'Шиномонтаж'), ahead(2, 'Зубной')];
  expect(heardOf('удали шиномонтаж и зубного', { named })).toBe('which');
  expect(heardOf('удали шиномонтаж, а зубного перенеси на пятницу', { named })).toBe('acts');
});

test('a series that has rung is not deleted without being asked about', () => {
  const series = { ...waits(1, 'Английский'), rule: { every: 1, unit: 'WEEK' } as const };
  expect(heardOf('больше не надо мне об этом напоминать', { rang: [series] })).toBe('delete');
});

test.each([
  ['не вторник, а среда', '2026-12-02T10:00:00Z'],
  ['не эту субботу, а следующую', '2026-12-05T10:00:00Z'],
  ['не ноября, а декабря', '2026-12-28T10:00:00Z'],
  ['нет, 15', '2026-11-28T12:00:00Z'],
  ['ой, 29', '2026-11-29T10:00:00Z'],
])('«%s» behind a card puts one part of its moment right', (line, at) => {
  const latest = ahead(1, 'Врач');
  const tuesday = new Date('2026-12-01T10:00:00Z');
  const meant = line.includes('вторник') ? { ...latest, comesAt: tuesday, dueAt: tuesday } : latest;
  const heard = readConversation(line, { ...nothing, latest: meant, latestAct: 'made' });
  expect(heard).toMatchObject({ reply: { act: 'move', to: new Date(at) } });
});

test('what a line costs is bounded, whatever is known', () => {
  const names = Array.from({ length: 50 }, (_, at) => `Позвонить маме про завтра ${at}`);
  const known: Knowledge = {
    ...nothing,
    rang: names.slice(0, 10).map((text, at) => waits(at, text)),
    named: names.map((text, at) => ahead(100 + at, text)),
    waiting: names.slice(0, 8).map((text, at) => waits(at, text)),
    latest: ahead(500, 'Позвонить маме'),
  };
  const pieces = [
    'маме,',
    'завтра',
    'не',
    'а',
    'в 10.',
    'перенеси',
    'сделала;',
    'потом',
    'через час!',
  ];
  const line = fc.array(fc.constantFrom(...pieces), { minLength: 10, maxLength: 40 });
  const slowest = { ms: 0, line: '' };
  fc.assert(
    fc.property(line, (words) => {
      const typed = words.join(' ').slice(0, 200);
      const begun = process.cpuUsage();
      readConversation(typed, known);
      const { user, system } = process.cpuUsage(begun);
      const ms = (user + system) / 1000;
      if (ms > slowest.ms) Object.assign(slowest, { ms, line: typed });
    }),
    { numRuns: 12, seed: 7 },
  );
  // Some 300 on a slow machine.
  expect(slowest.ms).toBeLessThan(5_000);
  const long = 'маме, '.repeat(700);
  expect(readConversation(long, known)).toBeUndefined();
});

test.each([
  ['Позвонить маме', 'я позвоню маме'],
  ['Позвонить маме', 'позвоню маме'],
  ['Купить хлеб', 'купи хлеб'],
])('«%s» ahead: «%s» does not end it', (text, line) => {
  const heard = heardOf(line, { named: [ahead(1, text)] });
  expect(heard).not.toEqual([1, 'done']);
});

test.each(['ни то ни другое', 'всё сделала, кроме тарелок'])(
  '«%s» behind two rings ends neither unasked',
  (line) => {
    const rang = [waits(1, 'Помыть посуду'), waits(2, 'Вынести мусор')];
    const heard = readConversation(line, { ...nothing, rang, named: rang });
    expect(heard && 'reply' in heard ? heard.reply.act : heard?.kind).not.toBe('done');
  },
);

test('«позже, в 2» at half past one in the night is the hour that comes next', () => {
  const night = new Date('2026-11-25T22:30:00Z');
  const rang = [{ ...waits(1, 'Выключить духовку'), dueAt: new Date(night.getTime() - 60_000) }];
  const clock = { now: night, timeZone: 'Europe/Moscow' };
  const heard = readConversation('позже, в 2', { ...nothing, clock, rang, named: rang });
  expect(heard).toMatchObject({ reply: { act: 'move', to: new Date('2026-11-25T23:00:00Z') } });
});

test.each([
  ['включи флуд для куртки', 'flood'],
  ['выйди из общего напоминания про куртку', 'leave'],
  ['закончи куртку для всех', 'share'],
])('«%s» names what it is about: %s', (line, act) => {
  expect(heardOf(line, { named: [ahead(1, 'Забрать куртку')] })).toEqual([1, act]);
});

test('what has rung is answered, and no point of a list that lies ahead', () => {
  const rang = [waits(1, 'Молоко')];
  const named = [...rang, ahead(2, 'Покупки\n- молоко\n- хлеб')];
  expect(heardOf('молоко купила', { rang, named })).toEqual([1, 'done']);
});

test('a point of a list that lies ahead is ticked, though what has rung shares its verb', () => {
  const rang = [waits(1, 'Купить корм')];
  const named = [...rang, ahead(2, 'Аптека\n- бинт\n- йод')];
  expect(heardOf('бинт купила', { rang, named })).toEqual([2, 'tick']);
});

test('the first point is added to what is named; where its note holds the points, to the note', () => {
  const list = ahead(1, 'Покупки');
  expect(heardOf('добавь в покупки пункт масло', { named: [list] })).toEqual([1, 'rewrite']);
  const named = [{ ...list, noteContent: '- хлеб' }];
  expect(heardOf('добавь в покупки пункт масло', { named })).toEqual([1, 'add-point']);
  expect(heardOf('хлеб купила', { named })).toEqual([1, 'tick']);
});

test.each([
  ['добавь бананы', 'Покупки\n- сыр\n- бананы'],
  ['добавь в список масло', 'Покупки\n- сыр\n- масло'],
  ['добавь 5 к линзам', undefined],
])('«%s» right after a list was made: %s', (line, text) => {
  const latest = ahead(1, 'Покупки\n- сыр');
  const heard = readConversation(line, { ...nothing, latest, latestAct: 'made' });
  expect(heard?.kind === 'act' ? heard.reply : undefined).toEqual(text && { act: 'rewrite', text });
});

test.each(['купить яйца в упаковке 10', 'купить тапочки в пачке 2'])(
  '«%s» is of nothing that is there',
  (line) => {
    expect(readConversation(line, nothing)).toBeUndefined();
  },
);

test.each(['не удали', 'не удаляй', 'мама сделала суп', 'муж сварил кашу'])(
  '«%s» acts on nothing that has rung',
  (line) => {
    const rang = [waits(1, 'Полить цветы')];
    const heard = readConversation(line, { ...nothing, rang, waiting: rang });
    const act = heard?.kind === 'act' ? heard.reply.act : 'unclear';
    expect(act).toBe('unclear');
  },
);

test.each(['не удали', 'готово?'])('«%s», replied to a reminder, changes nothing', (line) => {
  const about = { ...waits(1, 'Полить цветы') };
  expect(replyTo(line, about, nothing.clock)?.act ?? 'unclear').toBe('unclear');
});

describe('what is said of several that lie ahead', () => {
  const tomorrow = (id: number, text: string): Known => {
    const at = new Date('2026-11-27T10:00:00Z');
    return { id, text, rule: null, dueAt: at, comesAt: at, state: 'ahead' };
  };
  const those = [tomorrow(1, 'Отчёт'), tomorrow(2, 'Позвонить Олегу'), tomorrow(3, 'Репетитор')];
  const readOf = (line: string) => {
    const named = those.filter(({ text }) => sharesAWord(line)(text));
    const latest = those[2];
    return readConversation(line, { ...nothing, named, latest, latestAct: 'made', ahead: those });
  };

  test.each(['перекинь завтрашние на среду', 'все дела на завтра перенеси на среду'])(
    '«%s» moves each, which keeps its hour',
    (line) => {
      const heard = readOf(line);
      const acts = heard?.kind === 'each' ? heard.acts : [];
      expect(acts.map(({ reply }) => reply)).toEqual(
        those.map(() => ({ act: 'move', to: new Date('2026-12-02T10:00:00Z') })),
      );
    },
  );

  test.each([
    ['не до того, удали все завтрашние', 3],
    ['удали всё на завтра, кроме отчёта', 2],
    ['перенеси все книги с завтра на понедельник', 3],
    ['очисти пятницу', 3],
  ])('«%s» is asked about, with their number', (line, count) => {
    const heard = readOf(line);
    expect(heard).toMatchObject({ kind: 'which', all: true });
    expect(heard?.kind === 'which' && heard.reminders).toHaveLength(count);
  });
});

test.each([
  'ещё раз напомни через полчаса',
  'пни ещё раз через 2 часа',
  'напомни-ка ещё разочек через 50 минут',
])('«%s», where nothing rang, makes and moves nothing', (line) => {
  expect(heardOf(line, {})).toBe('no-such');
  expect(heardOf(line, { latest: ahead(1, 'Каток') })).not.toEqual([1, 'move']);
});

test('«исправь текст на» says all of it', () => {
  const named = [ahead(1, 'Перебрать картошку')];
  const line = 'в напоминании про картошку исправь текст на «Перебрать картошку и лук»';
  expect(readConversation(line, { ...nothing, named })).toMatchObject({
    reply: { act: 'rewrite', text: 'Перебрать картошку и лук' },
  });
});

test('«завтра» at night, of what lies ahead, is asked about', () => {
  const clock = { now: new Date('2026-11-26T22:30:00Z'), timeZone: 'Europe/Moscow' };
  const named = [ahead(1, 'Плиточник')];
  expect(heardOf('перенеси плиточника на завтра', { clock, named })).toEqual([1, 'either']);
});

test.each([
  ['закинь в список ещё кефир', 'кефир'],
  ['в список на дачу секатор добавь', 'секатор'],
  ['в список сахар допиши', 'сахар'],
])('«%s» adds «%s», and to nothing that has no points', (line, point) => {
  const list = ahead(1, 'На дачу\n- перчатки');
  const keys = ahead(2, 'Забрать ключи от дачи');
  const heard = readConversation(line, {
    ...nothing,
    named: [list, keys],
    latest: keys,
    latestAct: 'made',
    stocksAndLists: [list],
  });
  expect(heard).toMatchObject({
    reminder: { id: 1 },
    reply: { act: 'rewrite', text: `На дачу\n- перчатки\n- ${point}` },
  });
});

test.each([
  ['добавь в список покупок хлеб', 'Покупки\n- сыр', 'хлеб'],
  ['добавь хлеб в список покупок', 'Купить в магазине\n- сыр', 'хлеб'],
  ['запиши в список подарков книгу', 'Подарки к Новому году\n- шарф', 'книгу'],
])('«%s» goes to the list that is called so, whichever was talked about', (line, text, point) => {
  const suitcase = ahead(1, 'Собрать чемодан\n- паспорт');
  const [list, other] = [ahead(2, text), ahead(3, 'Купить корм')];
  const known = { latest: suitcase, named: [other, list], stocksAndLists: [suitcase, list] };
  expect(readConversation(line, { ...nothing, ...known, latestAct: 'made' })).toMatchObject({
    reminder: { id: 2 },
    reply: { act: 'rewrite', text: `${text}\n- ${point}` },
  });
});

test.each([
  [{ latest: ahead(1, 'Собрать чемодан\n- паспорт') }, { kind: 'act', reminder: { id: 1 } }],
  [{}, { kind: 'which', reminders: [{ id: 1 }, { id: 2 }] }],
])('a list of purchases that is not there is whichever list there is', (talkedAbout, heard) => {
  const stocksAndLists = [ahead(1, 'Собрать чемодан\n- паспорт'), ahead(2, 'На дачу\n- секатор')];
  const named = [ahead(3, 'Купить корм')];
  const known = { ...nothing, ...talkedAbout, named, stocksAndLists, latestAct: 'made' as const };
  expect(readConversation('добавь в список покупок хлеб', known)).toMatchObject(heard);
});

test('«вместо «Кино» напиши «Кино с Верой»» renames it', () => {
  const named = [ahead(1, 'Кино')];
  const line = 'вместо «Кино» напиши «Кино с Верой»';
  expect(readConversation(line, { ...nothing, named })).toMatchObject({
    reply: { act: 'rewrite', text: 'Кино с Верой' },
  });
});

test.each([
  ['врача и парикмахера на субботу', 'each'],
  ['врача и парикмахера на паузу', 'each'],
  ['перенеси врача на воскресенье', 'act'],
])('each is moved that is named in a part of its own: «%s»', (line, kind) => {
  const named = [ahead(1, 'Зубной врач'), ahead(2, 'Парикмахер')];
  expect(readConversation(line, { ...nothing, named })?.kind).toBe(kind);
});

test('what belongs to another one is not added to the card above', () => {
  const latest = ahead(1, 'Рынок');
  const line = 'допиши сметану в продукты';
  expect(heardOf(line, { latest, latestAct: 'made' })).not.toEqual([1, 'rewrite']);
});

test.each(['ой верни обратно оба', 'не дозвонилась, напомни ещё раз через 15 минут'])(
  'nothing new is made of «%s», where there is nothing to be taken back or told again',
  (line) => {
    expect(heardOf(line, {})).toBe('no-such');
  },
);

test('a list that one message has made is taken back, whatever comes today', () => {
  const together = 'made-7';
  const tomorrow = [ahead(1, 'Бассейн'), ahead(2, 'Обед с Леной')];
  expect(heardOf('убери это всё', { together, ahead: tomorrow })).toBe('undo-all');
});

test.each(['всё сделал', 'всё что сегодня трезвонило сделала'])(
  '«%s» is of all that rang, though a verb of its own is in one of them',
  (line) => {
    const rang = [waits(1, 'Сделать снимок'), waits(2, 'Отправить смету')];
    expect(readConversation(line, { ...nothing, rang, named: rang })).toMatchObject({
      kind: 'all',
      reminders: [{ id: 1 }, { id: 2 }],
      act: 'done',
    });
    expect(heardOf('всё, снимок сделал', { rang, named: rang })).toEqual([1, 'done']);
  },
);

test.each([
  'всё сделал?',
  'почти всё сделал',
  'всё сделал, кроме одного',
  'ещё не всё сделал',
  'остальное не сделал',
  'всё что не звенело сделал',
])('«%s» is not said of all that rang', (line) => {
  const rang = [waits(1, 'Сделать снимок'), waits(2, 'Отправить смету')];
  const heard = readConversation(line, { ...nothing, rang, named: rang });
  expect(heard?.kind).not.toBe('all');
});

test('a list of tasks answers what has rung, where it may', () => {
  const rang = [waits(1, 'Позвонить маме'), waits(2, 'Выпить таблетку')];
  const line = 'позвонить маме в 20, выпить таблетку в 21';
  expect(readConversation(line, { ...nothing, rang, named: rang })).toBeDefined();
});

test.each(['какие у меня постоянные', 'Какие у меня имеются регулярные напоминания?'])(
  '«%s» asks what repeats',
  (line) => {
    const daily = { ...ahead(1, 'Витамины'), rule: { every: 1, unit: 'DAY' } as const };
    expect(readConversation(line, { ...nothing, ahead: [daily] })).toMatchObject({
      question: { found: [{ id: 1 }] },
    });
  },
);

test('«покажи постоянные расходы» asks of what is called so', () => {
  const daily = { ...ahead(1, 'Витамины'), rule: { every: 1, unit: 'DAY' } as const };
  const named = [ahead(2, 'Постоянные расходы')];
  const heard = readConversation('покажи постоянные расходы', {
    ...nothing,
    ...{ named, ahead: [daily, ...named] },
  });
  expect(heard).toMatchObject({ question: { found: [{ id: 2 }] } });
});

test.each([
  ['запаузь всё что каждую неделю', 'each'],
  ['Удалите всё, что на субботу.', 'which'],
])('«%s» is of several that lie ahead', (line, kind) => {
  const weekly: Known['rule'] = { every: 1, unit: 'WEEK' };
  const some = [1, 2].map((id) => ({ ...ahead(id, `Дело ${id}`), rule: weekly }));
  expect(readConversation(line, { ...nothing, ahead: some })?.kind).toBe(kind);
});

test('a task that stands already for the very moment is said to be there, and none for another', () => {
  const named = [ahead(1, 'Стоматолог')];
  expect(heardOf('стоматолог 28 ноября в 13:00', { named })).toBe('stands');
  expect(heardOf('стоматолог 28 ноября в 14:00', { named })).not.toBe('stands');
});

test('«ещё раз» is of what has rung, whatever was made since, and makes nothing where nothing has', () => {
  const known = { latest: ahead(2, 'Фильм'), latestAct: 'made' } as const;
  const rang = [waits(1, 'Забрать рецепт')];
  expect(heardOf('Напомните ещё раз через два часа.', { ...known, rang })).toEqual([1, 'move']);
  expect(heardOf('ещё раз через 15 мин пни', { rang })).toEqual([1, 'move']);
  expect(heardOf('Напомните, пожалуйста, ещё раз через час.', {})).toBe('no-such');
});

test.each([
  ['за 20 минут до неё предупреди', 20],
  ['и накануне вечером напомни', 18 * 60],
])('«%s» behind a card is told ahead of what that shows', (line, minutes) => {
  const known = { latest: ahead(1, 'Премьера'), latestAct: 'made' } as const;
  const heard = readConversation(line, { ...nothing, ...known });
  expect(heard).toMatchObject({ reply: { act: 'ahead', minutes: [minutes] } });
});

test('«завтра» alone at night is asked about of what has rung; who says good night means the day behind it', () => {
  const clock = { now: new Date('2026-11-25T22:30:00Z'), timeZone: 'Europe/Moscow' };
  const rang = [waits(1, 'Проверить бэкап')];
  expect(heardOf('завтра в 10:00', { clock, rang })).toEqual([1, 'either']);
  expect(heardOf('всё, спать. завтра в 11', { clock, rang })).toEqual([1, 'move']);
});

test('a question chooses none of what was asked about', () => {
  const reminders = [ahead(1, 'Кормить кота, осталось 10 пакетиков корма'), ahead(2, 'Склад')];
  const asked = { kind: 'which', reminders, all: false } as const;
  expect(readChoice('корм', asked)).toEqual({ how: 'act', id: 1 });
  expect(readChoice('сколько осталось корма', asked)).toBeUndefined();
});

test('consent to what was said of all of them means each', () => {
  const reminders = [ahead(1, 'Банк'), ahead(2, 'Склад')];
  const asked = { kind: 'which', reminders, all: true } as const;
  expect(readChoice('да, удалите', { ...asked, ofAll: true })).toEqual({ how: 'all' });
  expect(readChoice('да', { ...asked, ofAll: true })).toEqual({ how: 'all' });
  expect(readChoice('да', asked)).toBeUndefined();
});

test.each([
  'ни то ни другое',
  'ни первое ни второе',
  'не всё, только банк',
  'все, кроме банка',
  'да, но не банк',
  'удали, только не банк',
])('«%s» is no consent to all', (line) => {
  const reminders = [ahead(1, 'Банк'), ahead(2, 'Склад')];
  const asked = { kind: 'which', reminders, all: true } as const;
  expect(readChoice(line, asked)?.how).not.toBe('all');
  expect(readChoice(line, { ...asked, ofAll: true })?.how).not.toBe('all');
});
