/** Business constants and limits of the product, in one place. */

/** Characters (UTF-16 code units, as an input's maxLength counts them) in a reminder's text. */
export const REMINDER_TEXT_MAX = 500;
export const NOTE_TITLE_MAX = 200;
export const NOTE_CONTENT_MAX = 4_000;

export const REPEAT_EVERY_MIN = 1;
export const REPEAT_EVERY_MAX = 30;
export const REPEAT_UNITS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;

/** Minutes between two re-sends in flood mode. */
export const FLOOD_INTERVALS = [5, 15, 30, 60] as const;
export const FLOOD_INTERVAL_DEFAULT = 5;
/** Re-sends of one occurrence after its first send; the last one says that it is the last. */
export const FLOOD_RESENDS_MAX = 24;

export const PAGE_SIZE = 5;
export const LIST_SKELETONS = 5;
export const PROFILE_SKELETONS = 6;
export const SNACKBAR_MS = 6_000;

export const TUTORIAL_SHOW = 1;
export const TUTORIAL_DONE = 2;
/** How far ahead the tutorial sets its test reminder, in seconds. */
export const TUTORIAL_TEST_AHEAD_S = 300;
/** How long the success message stays before the mini app closes after the test reminder. */
export const TUTORIAL_CLOSE_MS = 2_000;

export const MIN_AGE = 18;
/** The version of the terms a user has to have accepted. The legal pages carry it as their date. */
export const TERMS_VERSION = '2025-10-06';

export const INACTIVITY_WARNING_DAYS = 83;
export const INACTIVITY_REMOVAL_DAYS = 90;
/** Soft-deleted rows can be restored for this long, then the cleanup removes them. */
export const RESTORE_DAYS = 30;
/** How long the delivery ledger, ids of handled updates and unsaved cards of the bot are kept. */
export const LEDGER_DAYS = 180;
export const PROCESSED_UPDATE_DAYS = 7;
export const DRAFT_DAYS = 7;
/** Unsaved cards a user may have; the oldest give way. */
export const DRAFTS_MAX = 50;
/** Texts that came before the terms were accepted: how many of a person are kept, and for how long. */
export const EARLY_MESSAGES_MAX = 5;
export const EARLY_MESSAGE_DAYS = 1;
/** Characters the bot takes of one message; Telegram's own limit. */
export const MESSAGE_TEXT_MAX = 4_096;
/** How long what stood in an unsaved form waits on the user's own device. */
export const KEPT_FORM_DAYS = 7;

/** Characters in a notice to all users: Telegram takes no longer message. */
export const NOTICE_TEXT_MAX = 4_096;
/** Days that the administrators' charts look back on. */
export const ADMIN_CHART_DAYS = 30;

export const DEFAULT_TIME_ZONE = 'Europe/Moscow';

/** The synthetic filter entry that stands for "no filter"; never a stored category. */
export const ALL = 'Все';

/**
 * What one account may store, deleted rows counted: far above honest use, low enough to bound what a
 * single account costs. Text is counted as UTF-8, where a Cyrillic letter takes two bytes.
 */
export const ROWS_PER_KIND_MAX = 5_000;
export const ACCOUNT_TEXT_MAX_BYTES = 5 * 1024 * 1024;

/** Seconds after which initData is no longer accepted. Telegram names no number; this is the libraries' default. */
export const INIT_DATA_MAX_AGE_S = 86_400;
