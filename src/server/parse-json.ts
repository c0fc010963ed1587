import 'server-only';

/**
 * JSON that comes from outside. An escape may name half a surrogate pair or NUL, which neither PostgreSQL nor
 * Telegram takes: in every text each becomes U+FFFD, so that the text is as long as before (Telegram's entities
 * count its units). Throws SyntaxError.
 */
export const parseJson = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(/\0|\p{Surrogate}/gu, '\ufffd') : value,
  );
