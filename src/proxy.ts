import { type NextRequest, NextResponse } from 'next/server';
import { pagePolicy, simulatorOrigin } from './security-headers';
import { errorTexts } from './texts/errors';

/** An address at which there is no page, so that Next.js answers with ours that says so. */
const NO_PAGE = '/404';

/** Gives each page a fresh nonce and the policy that names it. Next.js reads it from the request. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const known = isDecodable(pathname);
  if (!known && pathname.startsWith('/api/')) {
    return NextResponse.json(
      { success: false, message: errorTexts['not-found'] },
      { status: 404, headers: { 'Cache-Control': 'no-store' } },
    );
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = pagePolicy({
    nonce,
    simulator: simulatorOrigin(
      process.env['TELEGRAM_API_ROOT'] ?? '',
      process.env['TELEGRAM_SIMULATOR'] === 'on',
    ),
    development: process.env.NODE_ENV === 'development',
  });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('x-pathname', pathname);
  headers.set('Content-Security-Policy', policy);
  const response = known
    ? NextResponse.next({ request: { headers } })
    : NextResponse.rewrite(new URL(NO_PAGE, request.url), { request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

/** Next.js by itself answers an address like `/%ff`, whose escapes are no UTF-8, with a fault of its own. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export const config = {
  matcher: [
    // Endpoints and built files are no documents; next.config.ts gives them their headers.
    '/((?!api$|api/|_next/static/).*)',
    '/api/:path(.*%.*)',
  ],
};
