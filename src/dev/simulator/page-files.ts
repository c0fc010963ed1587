import { readFile } from 'node:fs/promises';
import { type ServerResponse } from 'node:http';
import path from 'node:path';

/** The chat page's files; every command of the project runs at its root. */
const FOLDER = path.resolve('src/dev/simulator/page');
const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Serves the chat page. Its scripts are TypeScript, and lose their types on the way out. */
export async function servePage(response: ServerResponse, pathname: string): Promise<void> {
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  const extension = path.extname(name);
  const mediaType = mediaTypes[extension];
  if (mediaType === undefined || !/^[\w-]+\.\w+$/.test(name)) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    return;
  }
  try {
    const body = extension === '.js' ? await script(name) : await readFile(path.join(FOLDER, name));
    response.writeHead(200, { 'content-type': mediaType, 'cache-control': 'no-store' }).end(body);
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  }
}

async function script(name: string): Promise<string> {
  const source = await readFile(path.join(FOLDER, name.replace(/\.js$/, '.ts')), 'utf8');
  // Slow to load, and needed only where somebody looks.
  const { default: ts } = await import('typescript');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
  });
  // The browser resolves no extensions.
  return outputText.replace(/(from\s+['"]\.\/[\w-]+)(['"])/g, '$1.js$2');
}
