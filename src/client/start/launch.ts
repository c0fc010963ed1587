/**
 * What Telegram hands over when it opens the app, read from the URL's hash. Read here and not through
 * the SDK: that one refuses clients which send no `signature` or no theme, and it is too heavy for
 * public pages.
 */
export interface Launch {
  /** Signed by Telegram; goes to the server as it is, and nowhere else. */
  initData: string;
  /** Bot API version of the client, such as «8.0». */
  version: string;
  /** Unverified: for display only. */
  user: { id: number | null; name: string; username: string | null; photoUrl: string | null };
}

/** Where the SDK keeps the launch for reloads; first-paint.ts looks there too. */
const STORAGE_KEY = 'tapps/launchParams';

/**
 * The launch of this document, or null outside Telegram. It is taken out of the address, where whoever
 * is handed a link would be handed the account, and kept for reloads until the tab is closed.
 */
export function readLaunch(): Launch | null {
  const query = [fromHash(), fromStorage()].find((each) => each.get('tgWebAppData'));
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

/** An address of this document, with the launch where a reload needs it there. */
export const withLaunch = (address: string): string => address + neededHash;

function fromHash(): URLSearchParams {
  return new URLSearchParams(window.location.hash.replace(/^#/, '').replace(/[?#]/g, '&'));
}

function fromStorage(): URLSearchParams {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '""');
    return new URLSearchParams(typeof kept === 'string' ? kept : '');
  } catch {
    return new URLSearchParams(); // Some browsers close the storage to frames of other sites.
  }
}

/** Whether a reload will find it; it cannot where the storage is closed, and needs the address then. */
function keep(query: URLSearchParams): boolean {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(query.toString()));
    return true;
  } catch {
    return false;
  }
}

function hideHash(): void {
  const { pathname, search, hash } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
}

function readUser(json: string): Launch['user'] {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    raw = null;
  }
  const text = (key: string) => {
    const value: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, key) : null;
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const id: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'id') : null;
  return {
    id: typeof id === 'number' ? id : null,
    name: [text('first_name'), text('last_name')].filter(Boolean).join(' '),
    username: text('username'),
    photoUrl: text('photo_url'),
  };
}

/** Drops what was kept of a launch: else a reload would try it again. */
export function forgetLaunch(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Where storage is not allowed, nothing was kept.
  }
}
