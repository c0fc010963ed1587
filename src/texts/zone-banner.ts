/** Over a form that is on other clocks than the user's. */
export const zoneBannerTexts = {
  /** Both are names of zones with their offset: «Омск, UTC+6». */
  otherZone: (written: string, present: string) =>
    `Дата и время здесь — по часовому поясу «${written}». Ваш пояс сейчас — «${present}».`,
  moveToOwnZone: 'Перевести в мой пояс',
} as const;
