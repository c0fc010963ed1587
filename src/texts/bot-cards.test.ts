import { cardTexts } from './bot-cards';

const facts = {
  ...{ text: 'Зарядка', when: 'завтра в 08:30', rule: '', age: '', floodInterval: 5 },
  ...{
    attached: '',
    ahead: '',
    passedAhead: '',
    counter: '',
    type: 'Напоминание',
    category: 'Дом',
  },
};

test('what the app calls it to be insistent is said once: when the reminder is stored', () => {
  const { stored, edited, body, ready } = cardTexts;
  expect(stored(facts).toPlainText()).toContain('📣 Настойчиво (в приложении «флуд»): каждые 5 ');
  for (const later of [edited(facts), body(facts), ready(facts, null)]) {
    expect(later.toPlainText()).toContain(
      '📣 Настойчиво: каждые 5 минут, пока не нажмёте «Готово»',
    );
  }
});
