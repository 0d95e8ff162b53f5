import pg from 'pg';
import { type Columns, columnsOf, type Field, rowOf } from './values.ts';

interface NamedStatement {
  text: string;
  values: readonly unknown[];
  /** Under which it is prepared; null: it is not. */
  name: string | null;
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
  text: string,
  values: readonly unknown[],
  callback: (error: Error | null, answer: QueryAnswer) => void,
) => {
  name: string | undefined;
  queryMode: 'extended' | undefined;
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
    { text, values, name }: NamedStatement,
    known: KnownColumns,
    callback: (error: Error | null, answer: QueryAnswer) => void,
  ) {
    // said one by one: an object the library would copy, property by property
    super(text, values, callback);
    this.name = name ?? undefined;
    // One statement only, as on the other engine; the simple protocol would take several.
    this.queryMode = 'extended';
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
    super.prepare(withoutDescribing(connection));
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

const quietConnections = new WeakMap<Connection, Connection>();

/** The same connection, which does not send that it wants a description. */
function withoutDescribing(connection: Connection): Connection {
  const known = quietConnections.get(connection);
  if (known) return known;
  const quiet = Object.create(connection, { describe: { value: () => undefined } }) as Connection;
  quietConnections.set(connection, quiet);
  return quiet;
}
