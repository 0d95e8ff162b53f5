import { protocol, type PGlite } from '@electric-sql/pglite';
import { DatabaseError } from './errors.ts';
import type { PackedResult, WorkerCalls } from './pgliteMessages.ts';
import type { Field } from './values.ts';

const { serialize, messages } = protocol;

type Answer = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/**
 * Statements in PostgreSQL's own protocol, one call into the engine each. The package's `query()` makes five, parses
 * the text every time and converts values in its own way.
 */
export class PgliteProtocol {
  readonly #pglite: PGlite;
  readonly #prepared = new Set<string>();
  /** Of the prepared ones those whose columns have been answered: they never change. */
  readonly #described = new Set<string>();

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** @throws DatabaseError */
  async execute({ text, name, values }: WorkerCalls['execute'][0]): Promise<PackedResult> {
    const statement = name ?? '';
    const isPrepared = name !== null && this.#prepared.has(name);
    const isDescribed = isPrepared && this.#described.has(name);
    const begun = performance.now();
    const answer = await this.#send([
      ...(isPrepared ? [] : [serialize.parse({ name: statement, text })]),
      serialize.bind({ statement, values: [...values] }),
      ...(isDescribed ? [] : [serialize.describe({ type: 'P' })]),
      serialize.execute(),
      serialize.sync(),
    ]);
    if (name !== null && answer.some((message) => message.name === 'parseComplete')) this.#prepared.add(name);
    const result = unpack(answer);
    if (name !== null) this.#described.add(name);
    return { ...result, fields: isDescribed ? null : result.fields, milliseconds: performance.now() - begun };
  }

  /** Runs a text of several statements; as one transaction, unless one is open. @throws DatabaseError */
  async script(text: string): Promise<void> {
    throwFirstError(await this.#send([serialize.query(text)]));
  }

  #send(parts: readonly Uint8Array[]): Promise<Answer> {
    return this.#pglite.execProtocolStream(Buffer.concat(parts), { syncToFs: false, throwOnError: false });
  }
}

function throwFirstError(answer: Answer): void {
  for (const message of answer) {
    if (message instanceof messages.DatabaseError) throw new DatabaseError(message);
  }
}

/** The command is complete only with its last message: an error can follow the rows, at the commit. */
function unpack(answer: Answer): Omit<PackedResult, 'milliseconds'> {
  throwFirstError(answer);
  let fields: Field[] = [];
  const rows: (string | null)[][] = [];
  let tag: string[] = [];
  for (const message of answer) {
    if (message instanceof messages.RowDescriptionMessage) {
      fields = message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
    } else if (message instanceof messages.DataRowMessage) {
      rows.push(message.fields);
    } else if (message instanceof messages.CommandCompleteMessage) {
      tag = message.text.split(' ');
    }
  }
  return {
    fields,
    rows,
    command: tag[0] ?? '',
    affected: Number.parseInt(tag.at(-1) ?? '', 10) || 0,
  };
}
