import { type NextRequest, NextResponse } from 'next/server';
import { pagePolicy } from './security-headers';

/** Gives each page a fresh nonce and the policy that names it. Next.js reads it from the request. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = pagePolicy({
    nonce,
    telegramApiRoot: process.env['TELEGRAM_API_ROOT'],
    development: process.env.NODE_ENV === 'development',
  });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

export const config = {
  // Endpoints and built files are no documents; next.config.ts gives them their headers.
  matcher: '/((?!api/|_next/static/|_next/image).*)',
};
