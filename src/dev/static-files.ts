import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What is made once, when the files are laid out, may take its time: the highest quality of each. */
const COMPRESSIONS = {
  '.br': (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  '.gz': (content: Buffer) => promisify(gzip)(content, { level: 9 }),
};
/** Fonts and pictures are compressed as they are. */
const TEXT = /\.(css|js|json|map|svg|txt)$/;
/** Whoever lays the files out: another user, the web server, reads them. */
const READABLE_BY_ALL = 0o022;

/**
 * Adds the built files of the checkout to `folder`, at the paths of their addresses, for a web server
 * such as Caddy (`deploy/Caddyfile`), each text also as `.br` and `.gz` where that is smaller. What other
 * versions have put there stays. The folder may be in use: a file appears whole or not at all. Every file
 * of the build is written anew, so what is older than a build belongs to older ones only.
 */
export async function layOutStatic(checkout: string, folder: string): Promise<void> {
  const built = path.join(checkout, '.next/static');
  const before = process.umask(READABLE_BY_ALL);
  try {
    for (const entry of await readdir(built, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const from = path.join(entry.parentPath, entry.name);
      const to = path.join(folder, '_next/static', path.relative(built, from));
      await mkdir(path.dirname(to), { recursive: true });
      await layOut(to, await readFile(from));
    }
  } finally {
    process.umask(before);
  }
}

async function layOut(file: string, content: Buffer): Promise<void> {
  // The compressed ones first: whoever finds the file finds them.
  if (TEXT.test(file)) {
    for (const [suffix, compress] of Object.entries(COMPRESSIONS)) {
      const compressed = await compress(content);
      if (compressed.length < content.length) await put(`${file}${suffix}`, compressed);
    }
  }
  await put(file, content);
}

async function put(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.unfinished`;
  await writeFile(unfinished, content);
  await rename(unfinished, file);
}
