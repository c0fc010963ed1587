/** The security headers of every answer. Pure: next.config.ts and proxy.ts apply them. */

/** Where Telegram's web clients live, which show mini apps in a frame. */
const telegramWeb = ['web', 'webk', 'weba', 'webz'].map((host) => `https://${host}.telegram.org`);

/**
 * Where the demo's simulator lives: the origin of the Bot API's address where that is simulated, else
 * null. An address on this machine alone says nothing, since Telegram's own server runs like that
 * too; one elsewhere is never the simulator's.
 */
export function simulatorOrigin(telegramApiRoot: string, simulated: boolean): string | null {
  if (!simulated || !URL.canParse(telegramApiRoot)) return null; // URL.parse is not in Node 20.
  const { hostname, origin } = new URL(telegramApiRoot);
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname) ? origin : null;
}

/**
 * Content-Security-Policy of a page. The simulator's chat page may frame the app as Telegram's web
 * clients may.
 */
export function pagePolicy(o: {
  nonce: string;
  /** Its origin, where there is one. */
  simulator: string | null;
  development: boolean;
}): string {
  const ancestors = o.simulator === null ? telegramWeb : [...telegramWeb, o.simulator];
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${o.nonce}' 'strict-dynamic'${o.development ? ` 'unsafe-eval'` : ''}`,
    // Next's own overlay writes styles without a nonce, and with a nonce here browsers ignore 'unsafe-inline'.
    `style-src 'self' ${o.development ? `'unsafe-inline'` : `'nonce-${o.nonce}'`}`,
    // React writes style="" attributes on the server; no script or selector can come in through them.
    `style-src-attr 'unsafe-inline'`,
    // Avatars come from t.me, which redirects to Telegram's file hosts.
    `img-src 'self' data: blob: https://t.me https://*.telesco.pe https://*.telegram.org https://*.cdn-telegram.org`,
    `font-src 'self'`,
    `connect-src 'self'${o.development ? ' ws:' : ''}`,
    `manifest-src 'self'`,
    // The app's service worker.
    `worker-src 'self'`,
    `object-src 'none'`,
    `frame-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ');
}

/** For answers that are data, never documents. */
export const apiPolicy = `default-src 'none'; frame-ancestors 'none'`;

/** Headers that are the same everywhere. No X-Frame-Options: it cannot name Telegram's clients. */
export const fixedHeaders: readonly { key: string; value: string }[] = [
  { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  {
    key: 'Permissions-Policy',
    value:
      'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
];
