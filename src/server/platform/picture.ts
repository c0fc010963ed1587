import 'server-only';

/** A picture that may be shown to whoever it is of: what its own bytes say that it is. */
export interface Picture {
  bytes: Buffer;
  type: 'image/jpeg' | 'image/png' | 'image/webp';
}

/** https://en.wikipedia.org/wiki/List_of_file_signatures; of WebP four bytes of its length stand between. */
const JPEG = /^\xff\xd8\xff/;
const PNG = /^\x89PNG\r\n\x1a\n/;
const WEBP = /^RIFF[^]{4}WEBP/;

/** The picture that bytes are, whatever their sender calls them; null for any other kind: SVG and HTML can act. */
export function pictureOf(bytes: Buffer): Picture | null {
  const beginning = bytes.toString('latin1', 0, 12);
  if (JPEG.test(beginning)) return { bytes, type: 'image/jpeg' };
  if (PNG.test(beginning)) return { bytes, type: 'image/png' };
  return WEBP.test(beginning) ? { bytes, type: 'image/webp' } : null;
}

/** An answer that holds nothing but a picture, kept by its reader's own browser for a while. */
export const pictureResponse = ({ bytes, type }: Picture, varyBy: string): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Content-Length': String(bytes.byteLength),
      'Cache-Control': 'private, max-age=3600',
      Vary: varyBy,
    },
  });
