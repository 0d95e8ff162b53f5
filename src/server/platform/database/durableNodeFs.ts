import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/** The parts of the Emscripten module that are touched here; the package does not type them. */
interface EmscriptenModule {
  FS: { ErrnoError: new (errno: number) => Error };
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/** WASI numbers of the errors that fsync can meet. PostgreSQL tolerates the first two on folders. */
const errnos = new Map([
  ['EBADF', 8],
  ['EINVAL', 28],
  ['ENOSPC', 51],
]);
const inputOutputError = 29;

/**
 * PGlite's folder file system with a real fsync. As shipped, fsync returns 0 without doing anything, and a commit that
 * was acknowledged is lost when the machine stops. Works only with start parameters that turn fsync on.
 */
export class DurableNodeFs extends NodeFS {
  fsyncs = 0;
  readonly #onAbort: (reason: string) => void;

  /** @param onAbort called when PostgreSQL gives up (PANIC), after which the module must not be used again */
  constructor(folder: string, onAbort: (reason: string) => void) {
    super(folder);
    this.#onAbort = onAbort;
  }

  override async init(pg: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(pg, options);
    const install = (module: object) => this.#installFsync(module as EmscriptenModule);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), install],
        onAbort: this.#onAbort,
      },
    };
  }

  #installFsync(module: EmscriptenModule): void {
    module.NODEFS.stream_ops.fsync = ({ nfd }) => {
      this.fsyncs += 1;
      try {
        fsyncSync(nfd);
        return 0;
      } catch (error) {
        // Only an ErrnoError reaches PostgreSQL as a failed call; anything else would be swallowed on the way.
        const code = (error as NodeJS.ErrnoException).code ?? '';
        throw new module.FS.ErrnoError(errnos.get(code) ?? inputOutputError);
      }
    };
  }
}
