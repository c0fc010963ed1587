import { createHash } from 'node:crypto';
import { z } from 'zod';
import { requests } from '@/contract/api';
import { type OwnCategory } from '@/contract/category';
import { type WaitingDraft } from '@/contract/draft';
import { type Note, note as noteOnWire, pointTick } from '@/contract/note';
import { type HistoryEntry, type Reminder, reminder } from '@/contract/reminder';
import {
  settings,
  settingsInput,
  type SettingsInput,
  type WireSettings,
} from '@/contract/settings';
import { ALL } from '@/core/limits';
import { listNotes } from '@/core/lists';
import { withPoint } from '@/core/note-text';
import { USUAL_SETTINGS } from '@/core/settings';
import { deletedOf, kept, presentOf, saved, type Since } from './changed-rows';
import { aNote, aReminder, CATEGORIES, TYPES } from './wire-rows';

/** For component tests of the mini app: a server in memory. */
const categoryFields = z.object({ name: z.string(), color: z.string() });

const DONE = { completed: true, state: 'completed', waitingSince: null, version: 2 } as const;
const SNOOZED = { state: 'scheduled', waitingSince: null, version: 2 } as const;

/** The instant that was sent; for a preset, in an hour. */
function isoOf(until: unknown): string {
  if (typeof until === 'string' && until.endsWith('Z')) return until;
  return new Date(Date.now() + 3_600_000).toISOString();
}

export interface Call {
  method: string;
  path: string;
  body: Record<string, unknown>;
  headers: Headers;
}
interface Reply {
  status?: number;
  json: object;
  headers?: Record<string, string>;
}
/** A call with what its path names. */
interface Asked extends Call {
  /** `POST /api/notes/:id/pin` */
  endpoint: string;
  /** NaN where the path names none. */
  id: number;
  url: URL;
}
const done = (rest: object = {}): Reply => ({ json: { success: true, ...rest } });
const MISSING: Reply = { status: 404, json: { success: false, message: 'Запись не найдена' } };

/** A list with its ETag; nothing of it where the client has it already. */
function listed(rows: object, headers: Headers): Reply {
  const ETag = `"${createHash('sha1').update(JSON.stringify(rows)).digest('hex')}"`;
  const known = headers.get('if-none-match') === ETag;
  return { ...done(rows), headers: { ETag }, status: known ? 304 : 200 };
}

const pausedUntilOf = ({ body }: Call) => z.string().nullable().catch(null).parse(body['until']);
type Answer = (call: Call) => Reply | Promise<Reply>;

/** Answers like the real one, from memory. `on` replaces one endpoint's answer. */
export class FakeServer {
  reminders: Reminder[] = [];
  notes: Note[] = [];
  /** What waits for a moment. */
  drafts: WaitingDraft[] = [];
  /** Of every reminder. */
  history: HistoryEntry[] = [];
  x: 0 | 1 = 0;
  tutorialStep = 2;
  settings: WireSettings = {
    ...USUAL_SETTINGS,
    snoozes: [...USUAL_SETTINGS.snoozes],
    timeZone: 'Europe/Moscow',
    timeZoneChosen: false,
  };
  /** The user's own categories, in their order. */
  ownCategories: OwnCategory[] = [];
  /** The zone before the device's changed. */
  zoneBefore: string | null = null;
  /** When the link for calendars was made. */
  calendarSince: string | null = null;
  calendarAlarms = false;
  readonly calls: Call[] = [];
  readonly #own = new Map<string, Answer>();

  /** `'POST /api/notifications'`; null gives the endpoint back. */
  on(endpoint: string, answer: Answer | null): void {
    if (answer) this.#own.set(endpoint, answer);
    else this.#own.delete(endpoint);
  }

  callsOf(method: string, path: string): Call[] {
    return this.calls.filter((call) => call.method === method && call.path === path);
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const path = input instanceof Request ? input.url : input.toString();
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    const fields = typeof body === 'object' && body !== null ? { ...body } : {};
    const call: Call = { method, path, body: fields, headers: new Headers(init.headers) };
    this.calls.push(call);
    const [plain = ''] = path.split('?');
    const own = this.#own.get(`${method} ${path}`) ?? this.#own.get(`${method} ${plain}`);
    const givenUp = new Promise<never>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
    const answer = Promise.resolve(own ? own(call) : this.#answer(call));
    const { status = 200, json, headers = {} } = await Promise.race([answer, givenUp]);
    return new Response(status === 304 ? null : JSON.stringify(json), { status, headers });
  };

  /** Those that the app has deleted. */
  #dropped: WaitingDraft[] = [];
  readonly #reminders: Since<Reminder> = new Map();
  readonly #notes: Since<Note> = new Map();

  #answer(call: Call): Reply {
    const url = new URL(call.path, location.href);
    const id = Number(/\/(\d+)(?:\/[a-z-]+)?$/.exec(call.path)?.[1]);
    const endpoint = `${call.method} ${url.pathname.replace(/\d+/, ':id')}`;
    const asked = { ...call, endpoint, id, url };
    const answer =
      this.#ofProfile(asked) ??
      this.#ofCalendar(asked) ??
      this.#ofCategories(asked) ??
      this.#ofDrafts(asked) ??
      this.#ofReminders(asked) ??
      this.#ofActs(asked) ??
      this.#ofNotes(asked);
    if (!answer) throw new Error(`the fake server knows no ${endpoint}`);
    return answer;
  }

  #ofProfile({ endpoint, method, body }: Asked): Reply | undefined {
    switch (endpoint) {
      case 'POST /api/validate':
      case 'POST /api/profile/tutorial-step':
      case 'POST /api/profile/data':
        return done();
      case 'POST /api/profile/timezone':
        if (!this.settings.timeZoneChosen) {
          this.settings = { ...this.settings, timeZone: 'Europe/Moscow' };
        }
        return done({
          ...{ timezone: 'Europe/Moscow', manual: false, settings: this.settings },
          ...(this.zoneBefore !== null && { zoneBefore: this.zoneBefore }),
        });
      case 'POST /api/profile/timezone/answer':
        if (body.answer === 'stay' && this.zoneBefore !== null) {
          const stays = { timeZone: this.zoneBefore, timeZoneChosen: true };
          this.settings = { ...this.settings, ...stays };
        }
        this.zoneBefore = null;
        return done({ settings: this.settings, moved: 2, stayed: 0, shared: [] });
      case 'PUT /api/profile/settings':
        this.settings = changedBy(this.settings, settingsInput.parse(body['settings']));
        return done({ settings: this.settings });
      case 'GET /api/profile/settings':
        return done({ settings: this.settings });
      case 'GET /api/profile/data':
      case 'DELETE /api/profile/data':
        return done({ message: method === 'GET' ? 'Удалить все ваши данные?' : 'Всё удалено' });
      case 'GET /api/profile/tutorial-status':
        return done({ tutorialStep: this.tutorialStep });
      case 'GET /api/profile/stats': {
        const reminders = { totalNotifications: 10, archivedNotifications: 3 };
        const notes = { totalNotes: 4, personalNotes: 2, workNotes: 1 };
        return done({ stats: { ...reminders, activeNotifications: 7, ...notes }, x: this.x });
      }
      case 'GET /api/profile/history':
        return done({
          ...{ month: '2026-11', earlier: false, reminders: [], moreReminders: 0 },
          total: { onTime: 0, late: 0, unanswered: 0, skipped: 0 },
        });
    }
    return undefined;
  }

  #ofCalendar({ endpoint, body }: Asked): Reply | undefined {
    switch (endpoint) {
      case 'GET /api/profile/calendar':
        return done({ createdAt: this.calendarSince, withAlarms: this.calendarAlarms });
      case 'PUT /api/profile/calendar':
        this.calendarAlarms = requests.calendarAlarms.parse(body).withAlarms;
        return done();
      case 'POST /api/profile/calendar': {
        this.calendarSince = new Date().toISOString();
        const address = `https://napomnyu.example/api/calendar/${'t'.repeat(32)}.ics`;
        return done({ url: address, createdAt: this.calendarSince });
      }
      case 'DELETE /api/profile/calendar':
        this.calendarSince = null;
        return done();
    }
    return undefined;
  }

  #ofCategories({ endpoint, id, body }: Asked): Reply | undefined {
    const own = this.ownCategories;
    switch (endpoint) {
      case 'GET /api/notifications/categories': {
        const named = own.map(({ id, name, color }) => ({ id, name, color }));
        return done({ categories: [...CATEGORIES, ...named] });
      }
      case 'POST /api/categories':
      case 'PUT /api/categories/:id': {
        const { name, color } = z.object({ category: categoryFields }).parse(body).category;
        const made = { id: 200 + own.length, name, color, reminders: 0, notes: 0 };
        this.ownCategories = id
          ? own.map((each) => (each.id === id ? { ...each, name, color } : each))
          : [...own, made];
        break;
      }
      case 'POST /api/categories/:id/move': {
        const from = own.findIndex((each) => each.id === id);
        const to = body['up'] === true ? from - 1 : from + 1;
        const [one, other] = [own[from], own[to]];
        if (one && other) this.ownCategories = own.with(from, other).with(to, one);
        break;
      }
      case 'DELETE /api/categories/:id':
        this.ownCategories = own.filter((each) => each.id !== id);
        break;
      case 'GET /api/categories':
        break;
      default:
        return undefined;
    }
    return done({ categories: this.ownCategories });
  }

  #ofDrafts({ endpoint, id }: Asked): Reply | undefined {
    const draft = this.drafts.find((each) => each.id === id);
    const others = this.drafts.filter((each) => each !== draft);
    switch (endpoint) {
      case 'GET /api/drafts':
        return done({ drafts: this.drafts });
      case 'POST /api/drafts/:id':
        if (!draft) return MISSING;
        this.drafts = others;
        return done({ notification: kept(this.#reminders, aReminder({ text: draft.text })) });
      case 'DELETE /api/drafts/:id':
        if (!draft) return MISSING;
        this.drafts = others;
        this.#dropped.push(draft);
        return done();
      case 'POST /api/drafts/:id/restore': {
        const dropped = this.#dropped.find((each) => each.id === id);
        if (!dropped) return MISSING;
        this.drafts = [...this.drafts, dropped];
        return done({ draft: dropped });
      }
    }
    return undefined;
  }

  #ofReminders({ endpoint, id, body, headers }: Asked): Reply | undefined {
    const present = presentOf(this.reminders, this.#reminders);
    switch (endpoint) {
      case 'GET /api/notifications/:id/thumbnail':
        return MISSING;
      case 'GET /api/notifications/types':
        return done({ types: TYPES });
      case 'GET /api/notifications':
        return listed({ notifications: present }, headers);
      case 'GET /api/notifications/:id': {
        const notification = present.find((row) => row.id === id);
        return notification ? done({ notification, history: this.history }) : MISSING;
      }
      case 'GET /api/notifications/deleted':
        return done({ deleted: deletedOf(this.reminders, this.#reminders, ({ text }) => text) });
      case 'GET /api/notifications/history': {
        const history = this.reminders.flatMap(({ id: of }) =>
          this.history.map(({ occurrenceAt, outcome }) => ({ id: of, occurrenceAt, outcome })),
        );
        return done({ history });
      }
      case 'POST /api/notifications':
      case 'PUT /api/notifications/:id': {
        const made = saved(aReminder(id ? { id } : {}), body.notification, reminder);
        return done({ notification: kept(this.#reminders, made) });
      }
      case 'DELETE /api/notifications/:id':
        this.#reminders.set(id, null);
        return done();
    }
    return undefined;
  }

  #ofActs(asked: Asked): Reply | undefined {
    const { endpoint, id, body } = asked;
    const given = this.reminders.find((row) => row.id === id);
    const pausedUntil = pausedUntilOf(asked);
    const acted = (changes: Partial<Reminder>) =>
      done({ notification: kept(this.#reminders, aReminder({ ...given, ...changes })), undo: '2' });
    switch (endpoint) {
      case 'POST /api/notifications/:id/restore':
      case 'POST /api/notifications/:id/undo':
        this.#reminders.delete(id);
        return done({ notification: given, undo: null });
      case 'POST /api/notifications/:id/done':
        return acted(DONE);
      case 'POST /api/notifications/:id/pause':
        return acted({ state: 'paused', pausedUntil, version: 2 });
      case 'POST /api/notifications/:id/skip':
      case 'POST /api/notifications/:id/resume':
        return acted({ state: 'scheduled', pausedUntil, version: 2 });
      case 'POST /api/notifications/:id/snooze': {
        const until = isoOf(body.until);
        return acted({ ...SNOOZED, dateTime: until, snoozedUntil: until });
      }
      case 'POST /api/notifications/pause-all':
      case 'POST /api/notifications/resume-all':
      case 'POST /api/notifications/undo-all':
        return this.#ofAll(asked);
      case 'POST /api/notifications/:id/to-note': {
        const { text: content = '', noteId } = given ?? {};
        const about = this.notes.find((each) => each.id === noteId);
        this.#reminders.set(id, null);
        const made = about ?? kept(this.#notes, aNote({ title: content, content }));
        return done({ note: made, created: !about });
      }
    }
    return undefined;
  }

  /** Pauses every series, lets them go on, or takes that back. */
  #ofAll(asked: Asked): Reply {
    const pausedUntil = pausedUntilOf(asked);
    const series = this.reminders.filter(({ repeat }) => repeat);
    for (const { pausedWithAll, ...row } of series) {
      const resting = { ...row, state: 'paused' as const, pausedUntil, pausedWithAll: true };
      if (asked.path.endsWith('/undo-all')) this.#reminders.delete(row.id);
      else if (asked.path.endsWith('/pause-all')) kept(this.#reminders, resting);
      else kept(this.#reminders, { ...row, state: 'scheduled', pausedUntil: null });
    }
    return done({ count: series.length, pausedUntil, pausedAlone: 0, undo: 'all' });
  }

  #ofNotes({ endpoint, id, url, body, headers }: Asked): Reply | undefined {
    const present = presentOf(this.notes, this.#notes);
    const note = present.find((row) => row.id === id);
    const changed = (changes: Partial<Note>) =>
      done({ note: kept(this.#notes, aNote({ ...note, ...changes })) });
    switch (endpoint) {
      case 'GET /api/notes/:id/thumbnail':
        return MISSING;
      case 'GET /api/notes':
        return listed(pageOf(present, url), headers);
      case 'GET /api/notes/deleted':
        return done({ deleted: deletedOf(this.notes, this.#notes, ({ title }) => title) });
      case 'POST /api/notes':
      case 'PUT /api/notes/:id': {
        const made = saved(aNote(id ? { id } : {}), body.note, noteOnWire);
        return done({ note: kept(this.#notes, made) });
      }
      case 'DELETE /api/notes/:id':
        this.#notes.set(id, null);
        return done({ note });
      case 'POST /api/notes/:id/pin':
        return changed({ pinned: body.pinned === true });
      case 'POST /api/notes/:id/points':
        return changed({ content: withPoint(note?.content ?? '', pointTick.parse(body)) ?? '' });
      case 'POST /api/notes/:id/restore':
        this.#notes.delete(id);
        return done({ note: this.notes.find((row) => row.id === id) });
    }
    return undefined;
  }
}

/** As the server does: of `?limit=` the first of the notes that match, and the one of `with`. */
function pageOf(
  all: readonly Note[],
  { searchParams: asked }: URL,
): { notes: Note[]; total?: number } {
  const filter = { search: asked.get('search') ?? '', category: asked.get('category') ?? ALL };
  const matching = listNotes(all, filter);
  if (!asked.has('limit')) return { notes: matching };
  const first = matching.slice(0, Number(asked.get('limit')));
  const beside = all.find(({ id }) => id === Number(asked.get('with')));
  const notes = !beside || first.includes(beside) ? first : [...first, beside];
  return { notes, total: matching.length };
}

/** A zone of null stays until the app tells the device's. */
function changedBy(present: WireSettings, { timeZone, ...changes }: SettingsInput): WireSettings {
  const zone = {
    ...(timeZone !== undefined && { timeZoneChosen: timeZone !== null }),
    ...(typeof timeZone === 'string' && { timeZone }),
  };
  return settings.parse({ ...present, ...changes, ...zone });
}
