import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

const lock = readFileSync('package-lock.json');

/**
 * Makes one module of a package of hundreds: Jest loads every module anew for every test file, which
 * otherwise costs more than the tests.
 */
export default {
  getCacheKey: (_source, file) => createHash('sha1').update(file).update(lock).digest('hex'),
  process: (_source, file) => {
    const { outputFiles } = buildSync({
      entryPoints: [file],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
    });
    return { code: outputFiles[0].text };
  },
};
