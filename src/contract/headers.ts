/** Request headers of the wire, apart from its schemas: the mini app starts without those. */

/** Telegram's launch data, on GET; other methods carry them in the body field `initData`. */
export const INIT_DATA_HEADER = 'initData';
/**
 * Optional on creates: the same key from the same user creates once and answers the same row; with
 * other content it is refused (409), and a deleted row frees its key.
 */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** How the keys begin under which is saved what a card in the chat understood. */
export const DRAFT_KEY = 'draft:';
export const draftCreateKey = (draftId: number): string => `${DRAFT_KEY}${draftId}`;
/** The draft of such a key; undefined for any other key. */
export function draftOfKey(key: string): number | undefined {
  const id = /^draft:([1-9]\d{0,14})$/.exec(key)?.[1];
  return id === undefined ? undefined : Number(id);
}
