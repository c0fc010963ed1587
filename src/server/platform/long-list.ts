import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { type AnyPgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Db } from './db/client';
import { readRow } from './db/read-rows';

/** Rows that are mapped between two turns of the event loop, so that thousands hold nobody up: some 5 ms of work. */
const ROWS_PER_PART = 200;

/** An answer with a list that may be long. */
export class LongList {
  constructor(
    readonly key: string,
    /** As JSON, separated by commas. */
    readonly rows: string,
    /** Changes with whatever the list shows: the `ETag` of the answer. */
    readonly tag: string,
    /** How many rows there are in all, where the list is a part of them. */
    readonly total?: number,
  ) {}
}

/** The answer to somebody who has the list as it is. */
export class UnchangedList {
  constructor(readonly tag: string) {}
}

/** The tag of the list that the caller of a request has. A proxy that compresses makes a tag a weak one. */
export const tagKnownTo = (request: Request): string | undefined =>
  request.headers.get('if-none-match')?.replace(/^W\//, '');

export const wireInstant = (instant: SQL): SQL =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Columns for a query of one table, under the names of the code; instants as the wire writes them, or otherwise. */
export const namedColumns = <Name extends string>(
  table: Record<Name, AnyPgColumn>,
  names: readonly Name[],
  instantAs = wireInstant,
): SQL => {
  const columns = names.map((name) => {
    const column = sql`${sql.identifier(table[name].name)}`;
    const shown = table[name].dataType === 'date' ? instantAs(column) : column;
    return sql`${shown} as ${sql.identifier(name)}`;
  });
  return sql.join(columns, sql`, `);
};

const tellings = z.object({ digest: z.string(), part: z.string().nullable() });
const found = z.tuple([tellings], tellings);

interface Tagged {
  table: PgTable;
  where: SQL | undefined;
  /** Tells one row and one state of it from every other, and begins with what no two rows share. */
  state: readonly [AnyPgColumn, ...SQLWrapper[]];
  /** Tell what else the list shows; '' tells nothing. */
  prefixes: readonly string[];
}

const digestOf = ({ table, where, state }: Tagged): SQL => {
  const row = sql`row(${sql.join([...state], sql`, `)})::text`;
  return sql`(select md5(coalesce(string_agg(${row}, '' order by ${state[0]}), ''))
    from ${table} where ${where})`;
};

/** A tag that changes with whatever `state` and `prefixes` name. Costs a small part of what the list costs. */
export async function tagOf(db: Db, tagged: Tagged): Promise<string> {
  const digesting = sql`select ${digestOf(tagged)} as digest`;
  const { digest } = await readRow(db, digesting, z.object({ digest: z.string() }));
  return tagWith(digest, tagged);
}

const tagWith = (digest: string, { prefixes }: Pick<Tagged, 'prefixes'>): string =>
  `"${[...prefixes.filter(Boolean), digest].join('-')}"`;

/**
 * The rows of `query`, in its order, each read by `row` and written as `toWire` gives it, with their tag. The query
 * numbers its rows from 0 in a column `n`. PostgreSQL hands them over as JSON texts, and the tag in the same statement:
 * to read rows one by one costs several times as much, and one more statement a tenth of the answer.
 */
export async function longList<Row>(
  db: Db,
  {
    key,
    tagged,
    query,
    row,
    toWire,
  }: {
    key: string;
    tagged: Tagged;
    query: SQL;
    row: z.ZodType<Row>;
    toWire: (row: Row) => object;
  },
): Promise<LongList> {
  const { rows: texts } = await db.execute(
    sql`select ${digestOf(tagged)} as digest, part
      from (values (1)) as one left join (
        select json_agg(found order by n)::text as part, at
        from (select n / ${ROWS_PER_PART} as at, found.* from (${query}) as found) as found
        group by at) as parts on true
      order by at`,
  );
  const told = found.parse(texts);
  const rows = z.array(row);
  const parts: string[] = [];
  for (const { part } of told) {
    if (part === null) continue;
    if (parts.length > 0) await setImmediate();
    const json = JSON.stringify(rows.parse(JSON.parse(part)).map(toWire));
    parts.push(json.slice(1, -1));
  }
  return new LongList(key, parts.join(), tagWith(told[0].digest, tagged));
}

/** The successful answer that holds the list, or says that it has not changed. */
export function longListResponse(list: LongList | UnchangedList): Response {
  const kept = { 'Cache-Control': 'no-store', ETag: list.tag };
  if (list instanceof UnchangedList) return new Response(null, { status: 304, headers: kept });
  const { key, rows, total } = list;
  const end = total === undefined ? ']}' : `],"total":${total}}`;
  const headers = { 'Content-Type': 'application/json', ...kept };
  return new Response(`{"success":true,${JSON.stringify(key)}:[${rows}${end}`, { headers });
}
