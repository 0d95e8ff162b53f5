import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

/** The message of the protocol that asks to run a text: here one without a statement. */
const emptyQuery = Uint8Array.from([...Buffer.from('Q'), 0, 0, 0, 6, ...Buffer.from(';\0')]);

/**
 * PGlite whose parser V8 does not optimise. It is one function of 105 KB, made from PostgreSQL's grammar, for which the
 * optimising compiler takes 600 MB for some seconds, seven times as much as for the next one.
 *
 * V8 can be told of a single function that may be optimised, not of one that may not. So the parser is called first of all,
 * with nothing to parse, while none may.
 */
export class BaselineParserPglite extends PGlite {
  #isParserCompiled = false;

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (!this.#isParserCompiled) {
      this.#isParserCompiled = true;
      leaveUnoptimised(true);
      try {
        super.execProtocolRawSync(emptyQuery);
      } finally {
        leaveUnoptimised(false);
      }
    }
    return super.execProtocolRawSync(message);
  }

  /** As `PGlite.create` does. */
  static async open(options: PGliteOptions): Promise<PGlite> {
    const pglite = new BaselineParserPglite(options);
    await pglite.waitReady;
    return pglite;
  }
}

/**
 * Whether functions of WebAssembly that are called for the first time from now on stay as the baseline compiler translates
 * them then. As long as the flag names one function, no other one is optimised; the first is an import, and never runs.
 */
export function leaveUnoptimised(isLeft: boolean): void {
  setFlagsFromString(`--wasm-tier-up-filter=${isLeft ? 0 : -1}`);
}
