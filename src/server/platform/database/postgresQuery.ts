import pg from 'pg';
import { type Columns, columnsOf, type Field, rowOf } from './values.ts';

/** A statement as the library takes it. */
interface QueryConfig {
  text: string;
  values: unknown[];
  /** Under which it is prepared; left out: it is not. */
  name?: string;
  queryMode: 'extended';
}

/** What the library makes of an answer. */
export interface QueryAnswer {
  rows: Record<string, unknown>[];
  rowCount: number | null;
  command: string;
}

/** Of a connection, by name: the texts of what it has prepared. */
interface Connection {
  parsedStatements: Record<string, string>;
  describe(): void;
}

/** The library's own query. Its types leave out what is meant for itself: `postgresEngine.postgres.test.ts` holds that it is there. */
const LibraryQuery = pg.Query as unknown as new (
  config: QueryConfig,
  callback: (error: Error | null, answer: QueryAnswer) => void,
) => {
  readonly name: string | undefined;
  readonly submit: pg.Submittable['submit'];
  _result: { rows: unknown[]; parseRow(texts: readonly (string | null)[]): unknown };
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleCommandComplete(message: object, connection: Connection): void;
};

/** The columns of what was prepared under a name, on whichever connection: one name has one text. */
export type KnownColumns = Map<string, Columns>;

/**
 * A query that asks what its rows look like only until that is known: the description of the session's row takes longer to
 * read than the row. PostgreSQL never answers a prepared statement with other columns than it described; after a change of
 * a table it refuses.
 */
export class PostgresQuery extends LibraryQuery {
  readonly #known: KnownColumns;

  constructor(
    config: QueryConfig,
    known: KnownColumns,
    callback: (error: Error | null, answer: QueryAnswer) => void,
  ) {
    super(config, callback);
    this.#known = known;
  }

  override prepare(connection: Connection): void {
    const { name } = this;
    const columns =
      name !== undefined && name in connection.parsedStatements ? this.#known.get(name) : undefined;
    if (!columns) {
      super.prepare(connection);
      return;
    }
    this.#readRowsBy(columns);
    super.prepare(Object.create(connection, { describe: { value: () => undefined } }) as Connection);
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const columns = columnsOf(fields);
    if (this.name !== undefined) this.#known.set(this.name, columns);
    this.#readRowsBy(columns);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const { name } = this;
    if (name !== undefined && !this.#known.has(name)) this.#known.set(name, columnsOf([]));
    super.handleCommandComplete(message, connection);
  }

  #readRowsBy(columns: Columns): void {
    this._accumulateRows = true;
    this._result.parseRow = (texts) => rowOf(columns, texts);
  }
}
