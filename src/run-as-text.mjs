import path from 'node:path';
import { build } from 'esbuild';
import targets from 'next/dist/shared/lib/modern-browserslist-target.js';

/** The browsers that Next compiles all other code for, as esbuild spells them. */
export const TARGET = targets.map((browser) => browser.replace(' ', ''));

/**
 * For Turbopack: `import text from './module?run'` is a script as text, which calls that module's `run` and
 * has all that it imports in it. In the browser's own code it is empty: documents come from the server.
 */
export default async function runAsText() {
  if (this.getOptions().browser) return '';
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { run } from ${JSON.stringify(this.resourcePath)}; run();`,
      resolveDir: this.rootContext,
    },
    absWorkingDir: this.rootContext,
    bundle: true,
    target: TARGET,
    minify: true,
    charset: 'utf8',
    format: 'iife',
    metafile: true,
    write: false,
  });
  for (const file of Object.keys(metafile.inputs)) {
    if (file !== '<stdin>') this.addDependency(path.resolve(this.rootContext, file));
  }
  return outputFiles[0].text;
}
