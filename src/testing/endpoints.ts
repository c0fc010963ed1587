import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As in the address, with `[id]` where an id stands. */
  path: string;
}

/**
 * Every endpoint of the API, found on the disk: one that is added is attacked and measured without
 * being named anywhere.
 */
export function endpoints(checkout = process.cwd()): Endpoint[] {
  const api = path.join(checkout, 'src/app/api');
  return readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .flatMap((file) => {
      const source = readFileSync(path.join(api, file), 'utf8');
      const methods = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((method) =>
        new RegExp(`^export (const|function|async function) ${method}\\b`, 'm').test(source),
      );
      if (methods.length === 0) throw new Error(`${file} has no method that is known here`);
      const where = `/api/${path.dirname(file).split(path.sep).join('/')}`;
      return methods.map((method) => ({ method, path: where }));
    })
    .toSorted((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
}
