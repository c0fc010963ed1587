import { html, type Html, lines } from './html';
import { plural } from './plural';

const inBrackets = (name: string) => (name === '' ? '' : ` (${name})`);

/** «Общее»: a reminder of several people. */
export const jointTexts = {
  noRoom:
    'У кого-то из участников нет столько места: такой длинный текст или такой частый повтор у него не поместится.',

  /** Under a card in another chat. */
  look: 'Посмотреть и решить',
  button: 'Общее',
  how: 'Как поделиться',
  separate: 'Каждому отдельно',
  together: 'Общее на всех',
  title: 'Общее напоминание',
  explain:
    'Одно уведомление на всех: приходит каждому, кто согласился, в одно и то же время. Кто первым нажал «Готово», тот закрыл его для всех. Текст и время меняете вы, об изменениях узнают все. Имена участников видят они сами и те, кого позвали.',
  take: 'Участвовать',
  refusePerson: 'Не принимать от этого человека',
  complain: 'Пожаловаться',
  acceptAgain: 'Снова принимать',
  leave: 'Выйти',
  end: 'Закончить для всех',
  snoozeForAll: 'Отложить для всех',

  offered: (owner: string): Html => html`<b>${owner}</b> зовёт вас в общее напоминание:`,
  afterTerms: html`Как только вы примете условия, я спрошу, участвуете ли вы.`,
  members: 'Участвуют',
  /** `names`: the owner first. */
  people: (names: readonly string[]): string => `Участвуют: ${names.join(', ')}`,
  terms: html`Если согласитесь, оно будет звонить и вам, а «Готово» любого закроет его для всех.
  Ваше имя увидят участники и те, кого ещё позовут. Выйти можно в любой момент.`,
  joinedNow: html`Вы участвуете. Это общее напоминание:`,
  there: 'Вы уже участвуете в этом напоминании.',
  crowded: (max: number) =>
    `В этом напоминании уже ${plural(max, ['участник', 'участника', 'участников'])} — больше нельзя.`,
  refused: (name: string): Html =>
    html`Хорошо. Предложений этого человека (${name}) больше не покажу.`,
  complained: (name: string): Html =>
    html`Спасибо, администраторы увидят жалобу — без текста напоминания. Предложений этого человека
    (${name}) больше не покажу.`,
  refusedBefore: (name: string): Html =>
    html`Вы решили не принимать предложения этого человека (${name}).`,
  tooMany: (max: number) =>
    `Сегодня вы создали уже ${plural(max, ['ссылку', 'ссылки', 'ссылок'])} на общее — больше за день нельзя.`,
  left: 'Вы вышли: это напоминание вам больше не звонит.',
  handedOn:
    'Вы вышли: вам это больше не придёт. Дальше его ведёт тот, кто присоединился раньше других.',
  onlyYours: 'Это напоминание только ваше: больше в нём никто не участвует.',
  askForAll: 'На когда отложить для всех? Или напишите, например, «на час для всех».',
  movedHere: html`Только у вас: у остальных всё как было.`,
  putOffForAll: html`Отложил для всех — остальным я скажу.`,
  ended: 'Закончено для всех: остальные об этом узнают.',
  endedSome: 'Общие закончены для всех: остальные об этом узнают.',

  /** Messages to those who take part. `text` is the reminder's beginning. */
  news: {
    /** `names`: whoever has come last stands at their end. */
    joined: (text: string, names: readonly string[]): Html =>
      lines(
        html`👥 ${names.at(-1) ?? ''} теперь участвует в общем напоминании: <b>${text}</b>`,
        jointTexts.people(names),
      ),
    answered: (text: string, said: string): Html => html`${said} — <b>${text}</b>`,
    returned: (text: string, when: string): Html =>
      html`Отметку сняли: <b>${text}</b>${when === '' ? '' : `. Напомню ${when}`}`,
    /** `name`: of whoever has done it; '' where they are gone. */
    changed: (name: string): Html => html`👥 Общее напоминание изменено${inBrackets(name)}:`,
    restored: (name: string): Html => html`👥 Общее напоминание снова идёт${inBrackets(name)}:`,
    ended: (text: string): Html => html`👥 Общее напоминание закончено владельцем: <b>${text}</b>`,
    owner: (text: string): Html =>
      html`👥 Владелец вышел из общего напоминания. Теперь его ведёте вы: <b>${text}</b>`,
  },

  /** What somebody else has done for all; `when`: «20 ноября в 13:05». */
  by: {
    done: (name: string, when: string) => `✅ Уже отмечено: ${name}, ${when}`,
    skip: (name: string, when: string) => `⏭ Уже пропущено: ${name}, ${when}`,
    snooze: (name: string, until: string) => `💤 Отложено для всех (${name}) до ${until}`,
  },
} as const;
