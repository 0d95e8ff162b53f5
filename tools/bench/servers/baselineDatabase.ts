import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

type Row = Record<string, unknown>;
export type Query = (text: string, values?: unknown[]) => Promise<Row[]>;

/** The least that a server needs of a database, by the packages' own plain calls. */
export interface BaselineDatabase {
  query: Query;
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Ten connections, as the product has. */
export function openPostgres(url: string): BaselineDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  return {
    query: async (text, values) => (await pool.query<Row>(text, values)).rows,
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(async (text, values) => (await client.query<Row>(text, values)).rows);
        await client.query('commit');
        return result;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

/** In the server's own thread, without a worker, as its documentation shows. */
export async function openPglite(folder: string): Promise<BaselineDatabase> {
  const pglite = await PGlite.create(folder);
  return {
    query: async (text, values) => (await pglite.query<Row>(text, values)).rows,
    transaction: (work) =>
      pglite.transaction((tx) => work(async (text, values) => (await tx.query<Row>(text, values)).rows)),
    close: () => pglite.close(),
  };
}
