import pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Database, Queryable } from '../../../src/server/platform/database/database.ts';

/** Small tables are read by a sequential scan anyway. */
export const smallTables = new Set(['worksites', 'mail_settings', 'push_keys', 'push_events']);

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

interface ExplainRow {
  'QUERY PLAN': [{ Plan: PlanNode }];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** A parameter in PostgreSQL's text format. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (!Array.isArray(value)) return String(value);
  return `{${value.map((one) => `"${textOf(one).replaceAll(/[\\"]/g, '\\$&')}"`).join()}}`;
}

/** Plans each statement before running it; statements that write are only planned. */
export class Planner implements Queryable {
  readonly #database: Database;
  /** Large tables read by a sequential scan. */
  readonly wholeReads: string[] = [];
  readonly indexes = new Set<string>();
  statements = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The plan for these parameters: the first time a statement is sent. */
  async #planFor(statement: Sql): Promise<PlanNode> {
    const row = await this.#database.one<ExplainRow>(sql`explain (format json) ${statement}`);
    return row['QUERY PLAN'][0].Plan;
  }

  /** The generic plan of a prepared statement. */
  #planForAny({ text, values }: Sql): Promise<PlanNode> {
    const literals = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(textOf(value))));
    const call = literals.length > 0 ? `planned(${literals.join(', ')})` : 'planned';
    return this.#database.transaction(async (tx) => {
      await tx.script(`prepare planned as ${text}`);
      const row = await tx.one<ExplainRow>(raw(`explain (format json) execute ${call}`));
      await tx.script('deallocate planned');
      return row['QUERY PLAN'][0].Plan;
    });
  }

  async many<Row>(statement: Sql): Promise<Row[]> {
    this.statements += 1;
    const nodes = [await this.#planFor(statement), await this.#planForAny(statement)].flatMap(nodesOf);
    for (const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } of nodes) {
      if (index !== undefined) this.indexes.add(index);
      if (type === 'Seq Scan' && table !== undefined && !smallTables.has(table)) this.wholeReads.push(table);
    }
    const isWriting = nodes.some((node) => node['Node Type'] === 'ModifyTable');
    return isWriting ? [] : this.#database.many<Row>(statement);
  }

  async maybeOne<Row>(statement: Sql): Promise<Row | null> {
    return (await this.many<Row>(statement))[0] ?? null;
  }

  async one<Row>(statement: Sql): Promise<Row> {
    return (await this.many<Row>(statement))[0] as Row;
  }

  async run(statement: Sql): Promise<number> {
    await this.many(statement);
    return 0;
  }
}
