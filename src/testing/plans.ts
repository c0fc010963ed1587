import { z } from 'zod';
import { connect } from '@/server/platform/db/client';

const planNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  get Plans(): z.ZodDefault<z.ZodArray<typeof planNode>> {
    return z.array(planNode).default([]);
  },
});
type PlanNode = z.infer<typeof planNode>;

/** One look into a table or an index that a statement took. */
export interface Scan {
  /** PostgreSQL's name of it: `Seq Scan`, `Index Scan`, … */
  type: string;
  /** A bitmap's look into its index names no table. */
  table: string | undefined;
  index: string | undefined;
  /** Rows that were read, whether they fitted or not. */
  rows: number;
}

/** Every statement, those of triggers too, tells its plan and what came of it before it is answered. */
const TELLING_PLANS = [
  'session_preload_libraries=auto_explain',
  'client_min_messages=notice',
  'auto_explain.log_level=notice',
  'auto_explain.log_format=json',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_nested_statements=on',
];

/**
 * Call once for a database of a test: a connection of its own, and what the statements that are sent through
 * it scan. PostgreSQL's statistics would also count what autovacuum reads, and tell of it some time later.
 */
export function testScans(url: string) {
  const serverOptions = TELLING_PLANS.map((setting) => `-c ${setting}`).join(' ');
  const { db, pool, close } = connect(url, { max: 1, serverOptions });
  const scans: Scan[] = [];
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const plan = /^duration: .* plan:\n(?<json>\{[^]*)$/.exec(message)?.groups?.json;
      if (plan !== undefined) scans.push(...scansOf(JSON.parse(plan)));
    }),
  );
  afterAll(close);
  return {
    db,
    /** What was scanned since the last time that somebody asked. */
    take: (): Scan[] => scans.splice(0),
  };
}

const explained = z.object({ Plan: planNode });

function scansOf(json: unknown): Scan[] {
  const scans: Scan[] = [];
  const look = (node: PlanNode) => {
    node.Plans.forEach(look);
    if (!node['Node Type'].endsWith('Scan')) return;
    const rowsOfLoop =
      node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck'];
    scans.push({
      type: node['Node Type'],
      table: node['Relation Name'],
      index: node['Index Name'],
      rows: rowsOfLoop * node['Actual Loops'],
    });
  };
  look(explained.parse(json).Plan);
  return scans;
}
