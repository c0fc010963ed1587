import { headers } from 'next/headers';

/** The nonce that proxy.ts drew for this page. */
export async function pageNonce(): Promise<string> {
  return (await headers()).get('x-nonce') ?? '';
}
