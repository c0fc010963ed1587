import { headers } from 'next/headers';

/** The nonce that proxy.ts drew for this page. */
export async function pageNonce(): Promise<string> {
  return (await headers()).get('x-nonce') ?? '';
}

/** The address of this page, as proxy.ts saw it, without its query. */
export async function pagePathname(): Promise<string> {
  return (await headers()).get('x-pathname') ?? '/';
}
