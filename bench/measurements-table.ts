import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readResults } from './figures';

const PAGE = path.resolve(import.meta.dirname, '../docs/measurements.md');
const BEGIN = '<!-- bench: begin, written by `npm run bench -- --write` -->';
const END = '<!-- bench: end -->';

/** The table names a machine by its letter, and the list below says which one it is. */
const letterOf = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);

/** Puts all kept results between the markers of docs/measurements.md, in the order of the parts. */
export async function writeTable(parts: readonly string[]): Promise<void> {
  const results = readResults();
  const measured = parts.flatMap((part) => {
    const result = results[part];
    return result ? [{ part, ...result }] : [];
  });
  const machines = [...new Set(measured.map((each) => each.machine))];
  const rows = measured.flatMap(({ part, machine, date, figures }) =>
    figures.map(({ figure, target, reached, measured: outcome }) =>
      [
        '',
        date,
        letterOf(machines.indexOf(machine)),
        `\`${part}\``,
        figure,
        target,
        `${reached ? '' : '**missed:** '}${outcome}`,
        '',
      ].join(' | '),
    ),
  );
  const table = [
    '| date | machine | part | figure | to reach | measured, and its reference |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    'One part alone: `npm run bench -- <part>`. The machines:',
    '',
    ...machines.map((machine, index) => `- ${letterOf(index)}: ${machine}`),
  ].join('\n');

  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined)
    throw new Error(`docs/measurements.md lacks the line ${BEGIN} or ${END}.`);
  const text = `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
  const config = await resolveConfig(PAGE);
  await writeFile(PAGE, await format(text, { ...config, filepath: PAGE }));
}
