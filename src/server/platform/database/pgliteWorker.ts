import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseError, type DatabaseErrorFields } from './errors.ts';
import { openPglite, type OpenedPglite } from './pgliteFolder.ts';
import type { PgliteOptions, WorkerMessage, WorkerRequest } from './pgliteMessages.ts';
import { PgliteProtocol } from './pgliteProtocol.ts';

// Entry of the worker thread in which the embedded database runs: it blocks the thread it runs on.

const port = parentPort;
if (!port) throw new Error('pgliteWorker.ts runs as a worker thread');

const post = (message: WorkerMessage): void => port.postMessage(message);

/** What PostgreSQL logged when it gave up; the abort itself says nothing. */
let lastFailure = '';

/** Ends the worker at once. Must not return to the engine: after a PANIC it would loop for ever. */
function endFatally(message: string): never {
  post({ kind: 'fatal', message });
  process.exit(1);
}

async function start(): Promise<void> {
  const database = await openPglite(workerData as PgliteOptions, {
    onAbort: (reason) => endFatally(lastFailure || reason || 'aborted'),
    onLog: (line) => {
      lastFailure = /\b(PANIC|FATAL): .*/.exec(line)?.[0] ?? lastFailure;
    },
  });
  const statements = new PgliteProtocol(database.pglite);
  database.pglite.onNotification((channel, payload) => post({ kind: 'notification', channel, payload }));

  let lastRequest: Promise<void> = Promise.resolve();
  port?.on('message', (request: WorkerRequest) => {
    lastRequest = lastRequest.then(() => answer(database, statements, request));
  });
  post({ kind: 'opened' });
  // where the start keeps compiled code (scripts/start.mjs): this thread is never ended in an orderly way
  flushCompileCache();
}

async function answer(
  database: OpenedPglite,
  statements: PgliteProtocol,
  request: WorkerRequest,
): Promise<void> {
  try {
    post({ kind: 'answer', id: request.id, value: await carryOut(database, statements, request) });
  } catch (error) {
    post({ kind: 'refusal', id: request.id, error: fieldsOf(error) });
  }
  if (request.kind === 'close') {
    port?.close();
  }
}

async function carryOut(
  { pglite, fs }: OpenedPglite,
  statements: PgliteProtocol,
  request: WorkerRequest,
): Promise<unknown> {
  switch (request.kind) {
    case 'execute':
      return statements.execute(request);
    case 'script':
      await statements.script(request.text);
      return null;
    case 'dump': {
      const tar = await pglite.dumpDataDir('none');
      return new Uint8Array(await tar.arrayBuffer());
    }
    case 'countFsyncs':
      return fs?.fsyncs ?? 0;
    case 'close':
      await pglite.close();
      return null;
  }
}

function fieldsOf(error: unknown): DatabaseErrorFields {
  const { message, code, constraint, table, column, detail } =
    error instanceof DatabaseError ? error : new DatabaseError({ message: String(error) });
  return { message, code, constraint, table, column, detail };
}

try {
  await start();
} catch (error) {
  endFatally(
    [error instanceof Error ? error.message : String(error), lastFailure].filter(Boolean).join(': '),
  );
}
