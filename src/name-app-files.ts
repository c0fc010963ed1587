import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { APP_FILES } from './app-files';

/** What the module src/client/shell/app says of itself: it tells its file from the others. */
const MARK = 'napomnyu:the-mini-app';

/**
 * Writes the names into a finished build: Turbopack keeps them to itself. It asks for them by the list
 * of files that an `import()` waits for, and the list wanted is the one that holds the mark's file.
 */
export async function nameAppFiles(distDir: string): Promise<void> {
  const chunks = path.join(distDir, 'static/chunks');
  const scripts = new Map<string, string>();
  for (const name of await scriptsIn(chunks)) {
    scripts.set(`static/chunks/${name}`, await readFile(path.join(chunks, name), 'utf8'));
  }
  const marked = [...scripts].find(([, code]) => code.includes(MARK))?.[0];
  const lists = [...scripts.values()].flatMap((code) =>
    [...code.matchAll(/\["static\/chunks\/[^\]]*"\]/g)].map(([list]) => list),
  );
  const wanted = lists.find((list) => marked !== undefined && list.includes(`"${marked}"`));
  const files = [...(wanted ?? '').matchAll(/"(static\/chunks\/[^"]*\.js)"/g)].map(
    ([, file = '']) => `/_next/${file}`,
  );

  const server = path.join(distDir, 'server');
  for (const name of await scriptsIn(server)) {
    const file = path.join(server, name);
    const code = await readFile(file, 'utf8');
    if (code.includes(APP_FILES))
      await writeFile(file, code.replaceAll(APP_FILES, files.join(' ')));
  }
}

const scriptsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
