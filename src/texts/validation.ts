/** Messages of the form rules, to the letter of the specification. */
export const validationTexts = {
  date: {
    missing: 'Выберите дату',
    past: 'Дата не может быть в прошлом',
    invalid: 'Укажите существующую дату',
    tooFar: 'Дата не может быть позже 2100 года',
  },
  time: {
    missing: 'Выберите время',
    past: 'Время не может быть в прошлом',
    invalid: 'Укажите существующее время',
  },
  category: { missing: 'Выберите категорию' },
  type: { missing: 'Выберите тип уведомления', unknown: 'Неизвестный тип' },
  text: {
    missing: 'Заполните текст уведомления',
    tooLong: (max: number) => `Текст не может быть длиннее ${max} символов`,
  },
  repeat: {
    everyMissing: 'Укажите интервал повторения',
    everyRange: (min: number, max: number) => `Интервал повторения — от ${min} до ${max}`,
    unitMissing: 'Выберите тип интервала',
    weekdays: 'Дни недели можно выбрать только для повтора по неделям',
    weekdaysInvalid: 'Выберите дни недели',
    monthly: 'Это правило подходит только для повтора по месяцам',
    untilInvalid: 'Укажите дату окончания',
    untilBeforeStart: 'Повтор не может закончиться раньше, чем начнётся',
  },
  timeZone: 'Неизвестный часовой пояс',
  flood: { missing: 'Выберите интервал флуда' },
  note: {
    title: 'Введите заголовок',
    content: 'Введите содержимое',
    titleTooLong: (max: number) => `Заголовок не может быть длиннее ${max} символов`,
    contentTooLong: (max: number) => `Описание не может быть длиннее ${max} символов`,
  },
} as const;
