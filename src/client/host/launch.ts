import { schemeOfColour } from '@/theme/scheme-of-colour';
import { type SchemeName } from '@/theme/tokens';
import { attempt } from './attempt';
import { member, parsed } from './bridge';

/** What Telegram hands over in the hash. Read without the SDK, which refuses old clients and is heavy. */
export interface Launch {
  /** Signed by Telegram; goes to the server as it is, and nowhere else. */
  initData: string;
  /** Bot API version of the client, such as «8.0». */
  version: string;
  /** Unverified: for display only. */
  user: { id: number | null; name: string; username: string | null; photoUrl: string | null };
}

/** Where the SDK keeps the launch for reloads. */
const STORAGE_KEY = 'tapps/launchParams';

/** Null outside Telegram. Taken out of the address, which may be handed on, and kept for reloads. */
export function readLaunch(): Launch | null {
  const query = launchQuery();
  if (!query) return null;
  if (keep(query)) hideHash();
  else neededHash = window.location.hash;
  const initData = query.get('tgWebAppData') ?? '';
  return {
    initData,
    version: query.get('tgWebAppVersion') ?? '6.0',
    user: readUser(new URLSearchParams(initData).get('user') ?? ''),
  };
}

/** Where the storage is closed, a reload finds the launch in the address only. */
let neededHash = '';

export const withLaunch = (address: string): string => address + neededHash;

/**
 * What Telegram has put into the hash, or what was kept of it for reloads; null where neither has init data:
 * the app would wait for any other launch for ever.
 */
export function launchQuery(): URLSearchParams | null {
  const hash = location.hash.replace(/^#/, '').replace(/[?#]/g, '&');
  // The storage is opened for a reload only: the page stands still until the browser hands it over.
  return launchIn(hash) ?? launchIn(keptQuery());
}

function launchIn(text: string): URLSearchParams | null {
  const query = new URLSearchParams(text);
  return query.get('tgWebAppData') ? query : null;
}

const keptQuery = (): string =>
  attempt(() => String(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '""')), '');

/** The colour scheme of the client; null where it has told none. */
export const schemeOf = (launch: URLSearchParams): SchemeName | null =>
  schemeOfColour(member(parsed(launch.get('tgWebAppThemeParams') ?? ''), 'bg_color'));

/** Whether a reload will find it; it cannot where the storage is closed, and needs the address then. */
const keep = (query: URLSearchParams): boolean =>
  attempt(() => {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(query.toString()));
    return true;
  }, false);

function hideHash(): void {
  const { pathname, search, hash } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
}

function readUser(json: string): Launch['user'] {
  const user = parsed(json);
  const text = (key: string) => {
    const value = member(user, key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const id = member(user, 'id');
  return {
    id: typeof id === 'number' ? id : null,
    name: [text('first_name'), text('last_name')].filter(Boolean).join(' '),
    username: text('username'),
    photoUrl: text('photo_url'),
  };
}

/** Drops what was kept of a launch: else a reload would try it again. */
export const forgetLaunch = (): void =>
  attempt(() => sessionStorage.removeItem(STORAGE_KEY), undefined);
