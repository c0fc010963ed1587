import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const figureSchema = z.object({
  figure: z.string(),
  measured: z.string(),
  target: z.string(),
  reached: z.boolean(),
});
/** One line of the table in docs/measurements.md. */
export type Figure = z.infer<typeof figureSchema>;

const resultsSchema = z.record(
  z.string(),
  z.object({ machine: z.string(), date: z.string(), figures: z.array(figureSchema) }),
);
export type Results = z.infer<typeof resultsSchema>;

const RESULTS = path.join(import.meta.dirname, 'results.json');
/** Set by `npm run bench -- --write`. */
export const KEEPING = 'NAPOMNYU_BENCH_KEEPS_RESULTS';

/**
 * What every part ends with: prints its figures, fails the process where one misses its target, and,
 * when told to write, keeps them for that table.
 */
export function report(part: string, figures: Figure[]): void {
  console.table(figures);
  if (figures.some((figure) => !figure.reached)) process.exitCode = 1;
  if (!process.env[KEEPING]) return;
  const date = new Date().toISOString().slice(0, 10);
  const results = { ...readResults(), [part]: { machine: machine(), date, figures } };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}

export const readResults = (): Results =>
  resultsSchema.parse(JSON.parse(readFileSync(RESULTS, 'utf8')));

function machine(): string {
  const [cpu] = os.cpus();
  const gigabytes = Math.round(os.totalmem() / 2 ** 30);
  return `${cpu?.model.trim() ?? 'unknown'}, ${os.cpus().length} cores, ${gigabytes} GB, Node ${process.versions.node}`;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half) - 1] ?? NaN)) / 2;
}

/** The value that a share of all (0 to 1) does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** «0.93». */
export const ratio = (value: number): string => value.toFixed(2);
