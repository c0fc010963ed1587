/**
 * What Telegram hands over in the URL's hash. The SDK would refuse clients that send no `signature` or
 * theme, and is too heavy for public pages.
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

/** Null outside Telegram. Taken out of the address, which may be handed on, and kept for reloads. */
export function readLaunch(): Launch | null {
  const told = launchQuery();
  if (told === null) return null;
  const query = new URLSearchParams(told);
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
 * The query that Telegram has put into the hash, or that was kept for reloads; null where neither names a
 * launch. Carried by the page as text (start/first-requests.ts): it uses nothing from outside itself.
 */
export function launchQuery(): string | null {
  let kept: unknown = '';
  try {
    kept = JSON.parse(sessionStorage.getItem('tapps/launchParams') ?? '""');
  } catch {
    // Some browsers close the storage to frames of other sites.
  }
  const hash = location.hash.replace(/^#/, '').replace(/[?#]/g, '&');
  const named = [hash, String(kept)].find((query) =>
    new URLSearchParams(query).get('tgWebAppData'),
  );
  return named ?? null;
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
