import { type SnoozePreset, type WhenPreset } from '@/texts/presets';
import { type RepeatUnit } from '@/texts/schedule';

/**
 * What users can notice, how long things are kept, and what one account may take. The limits of machines
 * (time for the database and Telegram, leases, sizes of requests, delays of sends) stand with what they serve.
 */

/** Characters (UTF-16 code units, as an input's maxLength counts them) in a reminder's text. */
export const REMINDER_TEXT_MAX = 500;
export const NOTE_TITLE_MAX = 200;
export const NOTE_CONTENT_MAX = 4_000;
/** Of a title that nobody wrote: longer ones are no headings. */
export const NOTE_OWN_TITLE_MAX = 80;
export const LAST_DATE = '2100-12-31';
export const LAST_INSTANT = new Date(`${LAST_DATE}T23:59:59Z`);
/** A time that passed while its request was on the way is still accepted. */
export const ACCEPTED_LATENESS_MS = 30_000;
/** A send this much after its time counts as late, and says so. */
export const LATE_AFTER_MS = 60_000;
/** Rows with the same content, made by one user within this time, are one double tap. */
export const DOUBLE_TAP_MS = 5_000;

export const REPEAT_EVERY_MIN = 1;
export const REPEAT_EVERY_MAX = 30;
/** Minutes between two occurrences of a day. */
export const REPEAT_MINUTES_MIN = 15;
export const REPEAT_MINUTES_MAX = 1_439;
/** Occurrences after which a series may end. */
export const REPEAT_COUNT_MAX = 1_000;
/** Nobody who celebrates was born before. */
export const BIRTH_YEAR_MIN = 1850;
/** Messages of one reminder on one day; re-sends of a flood, which has a cap of its own, not counted. */
export const MESSAGES_A_DAY_MAX = 48;
export const REPEAT_UNITS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const satisfies RepeatUnit[];

/** How often, and by how many minutes, a reminder may be told of ahead. */
export const PRE_ALERTS_MAX = 5;
export const PRE_ALERT_MINUTES_MAX = 366 * 1_440;
/** What the form offers of them, in minutes; a reminder made by words may have others. */
export const PRE_ALERT_CHOICES = [10, 30, 60, 120, 1_440, 10_080] as const;
/** Minutes between two re-sends in flood mode. */
export const FLOOD_INTERVALS = [5, 15, 30, 60] as const;
export const FLOOD_INTERVAL_DEFAULT = 5;
/** Re-sends of one occurrence after its first send; the last one says that it is the last. */
export const FLOOD_RESENDS_MAX = 24;

/**
 * The hours of the day that «утром», «днём», «вечером» and «ночью» stand for: on buttons the first,
 * in what people write the first that has not passed. 24 and more lie after midnight.
 */
export const DAY_PART_HOURS = {
  morning: [9, 10, 11],
  day: [14, 15, 16, 17],
  evening: [19, 20, 21, 22, 23],
  night: [23, 24, 25, 26],
} as const;

/** From when to when a user may set each part of the day, inclusive. */
export const DAY_PART_RANGES = {
  morning: ['04:00', '11:59'],
  day: ['11:00', '17:59'],
  evening: ['16:00', '23:59'],
} as const;

/** The buttons of «Отложить» until a user chooses others. */
export const SNOOZE_PRESETS = [
  '10m',
  '1h',
  'evening',
  'tomorrow',
] as const satisfies SnoozePreset[];
export const SNOOZE_CHOICES = [
  '5m',
  '10m',
  '15m',
  '20m',
  '30m',
  '45m',
  '1h',
  '2h',
  '3h',
  '4h',
  '6h',
  '8h',
  '12h',
  'evening',
  'tomorrow',
] as const satisfies SnoozePreset[];
/** The buttons of «Когда напомнить?»; of the two evenings a card shows the one that makes sense. */
export const WHEN_PRESETS = [
  '1h',
  '3h',
  'evening',
  'nextEvening',
  'morning',
  'monday',
] as const satisfies WhenPreset[];

/** The chips of a new reminder's form, as far as they make sense at the moment. */
export const FORM_PRESETS = ['1h', 'evening', 'morning', 'monday'] as const satisfies WhenPreset[];
/**
 * What a new reminder's form begins with: a full hour at least so many minutes ahead, and, as hours of
 * the day, not before the first nor after the last of these; the next morning instead.
 */
export const SUGGESTED_AHEAD_MINUTES = 30;
export const SUGGESTED_HOURS = { first: 8, last: 22 } as const;
/** Characters in a quick line: a reminder's text and the words that say when. */
export const QUICK_LINE_MAX = 1_000;
/** The type that a new reminder begins with. */
export const USUAL_TYPE = 'Напоминание';

/** Messages that the rules of one account may make a week, those told ahead with them: far above honest use. */
export const MESSAGES_A_WEEK_MAX = 3_500;

/** What was sent waits so long for an answer, then it is archived as unanswered. */
export const WAITING_DAYS = 7;

/** Rows of a page in the app: the first cards, and what «Загрузить ещё» adds. */
export const PAGE_SIZE = 5;
/** The first notes that the app asks the server for: a phone's window full, and the next page, so that it is there when it is wanted. */
export const FIRST_ROWS = 4 * PAGE_SIZE;
/** Rows of a page in the chat; each has its button, and all of them stand in one row. */
export const CHAT_PAGE_SIZE = 5;
/** What /find shows at once. */
export const FOUND_MAX = 8;
/** Characters and different words of a search that are looked for. */
export const SEARCH_MAX = 100;
export const SEARCH_WORDS_MAX = 10;
/** What a reminder counts goes no further. */
export const COUNTER_MAX = 9_999;
/** Points of a note that have a key each in the chat. */
export const POINT_KEYS_MAX = 40;
/** How often an open list of the app asks whether it is still true where nothing of it is due, in milliseconds. */
export const LIST_REFRESH_MS = 30_000;
/** How often what waits is counted anew on other screens. */
export const COUNT_REFRESH_MS = 180_000;
/** What waits for an answer is counted up to here on the bottom navigation. */
export const BADGE_MAX = 99;
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
/**
 * The date of the first edition of the terms, and the version that a user has to have accepted: that one's date. Both
 * legal pages are edited in place until the first installation; from then on whoever changes them sets a new version.
 */
export const FIRST_TERMS_VERSION = '2025-10-06';
export const TERMS_VERSION: string = FIRST_TERMS_VERSION;

/** Days without use after which people are warned, and after which everything of theirs is erased. */
export const INACTIVITY_WARNING_DAYS = 83;
export const INACTIVITY_REMOVAL_DAYS = 90;
/** Days after a refusal of the terms until the account goes, unless they are accepted after all. */
export const REFUSED_DAYS = 7;
/** Hours after a leak is found until the regulator is told, what an inquiry has found, and the people it concerns. */
export const LEAK_HOURS = { regulator: 24, inquiry: 72, people: 72 } as const;
/** Soft-deleted rows can be restored for this long, then the cleanup removes them. */
export const RESTORE_DAYS = 30;
/** Of them, how many the app offers to bring back: the latest ones. */
export const DELETED_SHOWN_MAX = 100;
export const LEDGER_DAYS = 180;
/** What is done later than this after its time stands in the history as late; texts/month-history.ts says how late. */
export const DONE_LATE_MINUTES = 60;
export const HISTORY_DAYS = 180;
/** Entries of a history in one answer, and of one that is imported: the latest ones. */
export const HISTORY_MAX = 500;
/** Messages of one reminder of which it is kept that an act of its user called them off: the latest ones. */
export const CALLED_OFF_MAX = 50;
/** Days that one request for a calendar or a history may span; the calendar itself asks for six weeks. */
export const SPAN_DAYS_MAX = 62;
/** How far back «что я пропустил» looks for what was archived without an answer. */
export const MISSED_DAYS = 14;
/** How long the public page remembers how punctual it was: its longest period, and the day that it begins in. */
export const STATUS_DAYS = 366;
/** The runs of delivery and of the cleanup that administrators may look back on. */
export const CRON_RUN_DAYS = 30;
/** A reply to one of the bot's messages finds its reminder for so long, among a chat's latest ones. */
export const CHAT_MESSAGE_DAYS = 180;
export const CHAT_MESSAGES_MAX = 1_000;
/** How long a message may be the answer to «Другое время…». */
export const MOMENT_ASKED_MINUTES = 30;
/** How long a message may still be the answer to what a card asked. */
export const QUESTION_MINUTES = 30;
/** «Да» to a question whether to erase everything does not count as consent when the question is older. */
export const CONSENT_MINUTES = 15;
export const PROCESSED_UPDATE_DAYS = 7;
/** How long a card of the bot is kept; what nobody has answered by then becomes a note. */
export const DRAFT_DAYS = 14;
/** Answered cards that are kept of a user, and unanswered ones: of these the oldest become notes before their time. */
export const DRAFTS_MAX = 50;
/** Unanswered cards at most: nobody types so many in a day, and beyond them the oldest are lost. */
export const OPEN_DRAFTS_MAX = 200;
/** What waits for a moment since so many days is mentioned in the review, once. */
export const DRAFT_MENTIONED_DAYS = 3;
export const TASKS_PER_MESSAGE_MAX = 10;
/** For so long after its message a line that names nothing may answer a reminder that waits. */
export const RING_ANSWERED_MINUTES = 60;

/** For so long words of correction («нет, в 19») are about what was stored last. */
export const CORRECTION_MINUTES = 10;
/** The same of a moment alone («завтра»), which may also be said of something else. */
export const BARE_MOMENT_MINUTES = 3;
/** Texts that came before the terms were accepted: how many of a person are kept, and for how long. */
export const EARLY_MESSAGES_MAX = 5;
export const EARLY_MESSAGE_DAYS = 1;
export const SHARES_MAX = 200;
/** Who may take part in one reminder, its owner among them. */
export const JOINT_PEOPLE_MAX = 6;
/**
 * For how long «Сохранить» works under a message that was written behind the bot's name. All results are
 * kept, for it is not told which was sent.
 */
export const INLINE_DRAFT_DAYS = 7;
export const INLINE_DRAFTS_MAX = 2_000;
/** For how long «Напомнить и мне» works under the bot's answer in a chat that it is not in, and for how many. */
export const GUEST_CARD_DAYS = 1;
export const GUEST_CARD_TAKERS_MAX = 50;
/** Telegram shows a moment on each reader's own clock so far ahead. */
export const READERS_CLOCK_DAYS_MAX = 1_098;
/** Characters the bot takes of one message; Telegram's own limit. */
export const MESSAGE_TEXT_MAX = 4_096;
/** How long what stood in an unsaved form waits on the user's own device. */
export const KEPT_FORM_DAYS = 7;

/** Characters in a notice to all users: Telegram takes no longer message. */
export const NOTICE_TEXT_MAX = 4_096;
export const ADMIN_CHART_DAYS = 30;

export const DEFAULT_TIME_ZONE = 'Europe/Moscow';

/** The synthetic filter entry that stands for "no filter"; never a stored category. */
export const ALL = 'Все';

/**
 * What one account may have in hand, reminders that are not finished and notes: far above honest use, low enough to
 * bound what a single account costs. What is finished or deleted counts by its size alone.
 */
export const ROWS_IN_HAND_MAX = 1_000;
/** Text is counted as UTF-8, where a Cyrillic letter takes two bytes; no row counts for less than `ROW_MIN_BYTES`. */
export const ACCOUNT_TEXT_MAX_BYTES = 5 * 1024 * 1024;
export const ROW_MIN_BYTES = 512;

/** Bytes of a calendar feed; what is beyond is left out. Google takes no feed above a megabyte or so. */
export const FEED_MAX_BYTES = 5 * 1024 * 1024;

/** Calendars of one person that one process has in hand: one at work, the others wait. */
export const FEEDS_IN_HAND_MAX = 3;

/** Bytes of one attachment, as JSON; an album of long captions keeps as much of them as fits. */
export const ATTACHMENT_MAX_BYTES = 32_768;
/** Bytes of a small picture of what is attached: nobody gets a larger one through the server. */
export const THUMBNAIL_MAX_BYTES = 200_000;
/** Pixels of its longer side that are enough where the app shows it. */
export const THUMBNAIL_PX = 320;

/** Bytes of a file that the app imports; Vercel takes requests of 4.5 MB only. */
export const IMPORT_MAX_BYTES = 7_000_000;
/** Rows of a table or an export that are looked at: no account holds more. */
export const IMPORT_ENTRIES_MAX = 10_000;
/** Events of a calendar that are looked at: a reminder at several times of the day is several events. */
export const IMPORT_EVENTS_MAX = 20_000;
/** Different dates in words that one table may have: Todoist puts 300 tasks into one, and each is dear to read. */
export const IMPORT_WORDINGS_MAX = 500;
/** Imports of one account that one process has in hand: one at work, the others wait. */
export const IMPORTS_IN_HAND_MAX = 3;
/** Entries of histories that an account has at most where a file brings some. */
export const ACCOUNT_HISTORY_MAX = 20_000;

/** Permits in a window of time; server/platform/rate-limit.ts counts them over all instances. */
export interface RateLimit {
  limit: number;
  windowMs: number;
  /** How many callers one process counts one by one in a window; all others count as one caller. */
  keysMax?: number;
}
/** Of a voice message that is written down: longer ones are no reminders. */
export const VOICE_SECONDS_MAX = 60;
const IMPORTS_AN_HOUR = 20;
export const RATE_LIMITS = {
  /** What a signed-in user may ask of the API. */
  api: { limit: 100, windowMs: 10_000 },
  /** Requests of one address whose init data are refused. */
  failures: { limit: 60, windowMs: 60_000, keysMax: 10_000 },
  /** Messages and presses of one person in the chat: more than anybody types, and a hundred forwarded at once. */
  chat: { limit: 100, windowMs: 10_000 },
  /** A pause of all series, its end and its undo: each may change every row that one person has. */
  actsOnAll: { limit: 10, windowMs: 60_000 },
  /** A search in the chat reads every text that one person has. */
  searches: { limit: 20, windowMs: 60_000 },
  /** «Прислать в чат»: each may send an album. */
  attachments: { limit: 10, windowMs: 60_000 },
  /** Small pictures of what is attached: each is two calls of Telegram's. */
  thumbnails: { limit: 120, windowMs: 60_000 },
  /** «Поделиться»: each may ask Telegram to prepare a message. */
  shares: { limit: 20, windowMs: 60_000 },
  /** «Общее»: links that ask people to take part. */
  proposals: { limit: 10, windowMs: 86_400_000 },
  /** What is typed behind the bot's name in other chats: a question at nearly every letter. */
  inlineQueries: { limit: 60, windowMs: 10_000 },
  /** What a person asks of the bot in chats that it is not in; and what is asked in one such chat. */
  guests: { limit: 10, windowMs: 60_000 },
  guestsOfChat: { limit: 20, windowMs: 60_000 },
  /** Voice messages that are written down: each is some seconds of a processor. */
  voices: { limit: 30, windowMs: 86_400_000 },
  /** An export reads everything that one person has. */
  exports: { limit: 3, windowMs: 3_600_000 },
  /** Looks into a file to import, and imports. */
  imports: { limit: IMPORTS_AN_HOUR, windowMs: 3_600_000 },
  /** Files sent to the bot that may be imports, fetched to look into: each twice where it is one. */
  importFiles: { limit: 2 * IMPORTS_AN_HOUR, windowMs: 3_600_000 },
  /** Fetches of one calendar feed: several programs that look each few minutes; the dearest takes seconds of a processor. */
  feed: { limit: 30, windowMs: 600_000 },
  /** Notices an administrator sends to themselves: Telegram's own limit of a chat. */
  ownNotices: { limit: 5, windowMs: 10_000 },
} as const satisfies Record<string, RateLimit>;

/** Seconds after which initData is no longer accepted. Telegram names no number; this is the libraries' default. */
export const INIT_DATA_MAX_AGE_S = 86_400;

/**
 * Own categories of a user at most, and characters of a name. With everybody's they stay far below 100: the chat shows
 * each as a key of one message, and Telegram takes 100.
 */
export const OWN_CATEGORIES_MAX = 30;
export const CATEGORY_NAME_MAX = 30;
/** What a category may be marked with; theme/tokens says how each looks. */
export const CATEGORY_COLORS = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
] as const;

/** Behind the reminder of this number messages about the day are offered, once. */
export const OFFER_AT_REMINDER = 3;
/** Behind the answer that tells of it. */
export const OFFER_AFTER_MS = 5_000;
/** How long the buttons of a message about a day lead back to it. */
export const DAY_MESSAGE_DAYS = 7;
/** Lines of a message about a day: each has its buttons, and Telegram takes a hundred. */
export const DAY_LINES_MAX = 20;
/** A series that comes more often on one day is one line of it: it would hide everything else. */
export const DAY_LINES_A_SERIES = 4;
/** When agenda and review come until a user chooses other times, `HH:mm` on their clocks. */
export const DAY_MESSAGE_CLOCKS = { agenda: '08:00', review: '21:00' } as const;
/** What of them could not be sent for so long is not sent any more: a new day's message comes in its place. */
export const DAY_MESSAGE_LATE_MAX_MS = 3 * 3_600_000;
/** How long a review follows what becomes of its lines; an agenda does so until the end of its day. */
export const REVIEW_LIVE_MS = 12 * 3_600_000;

/**
 * Once quiet hours hold this many re-sends of a user, no further re-send is added to them: the flood goes on
 * by itself when the quiet hours have ended.
 */
export const HELD_MAX = 200;
