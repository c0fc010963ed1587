/**
 * Where buttons in the chat open the app: the reminders screen with a form over it. The app reads
 * the same parameters.
 */
export const LAUNCH_PARAMS = { draft: 'draft', reminder: 'reminder' } as const;

/** The form, filled from a card in the chat. */
export const draftPath = (draftId: number): string => `/?${LAUNCH_PARAMS.draft}=${draftId}`;
/** The form of a stored reminder. */
export const reminderPath = (reminderId: number): string =>
  `/?${LAUNCH_PARAMS.reminder}=${reminderId}`;
