import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Settings } from './settings.ts';

export type Log = Logger;

/**
 * Lines are written in batches, at most a tenth of a second later. This many bytes are buffered while nothing can be
 * written; further lines are lost.
 */
const together = { sync: false, minLength: 4096, periodicFlush: 100, maxLength: 1024 * 1024 };

/**
 * Structured log, one JSON object per line. Callers pass nothing personal and no secrets; the redaction below is a
 * second line of defence.
 */
export function createLog(settings: Pick<Settings, 'logLevel'>, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level: settings.logLevel,
    base: null,
    redact: {
      paths: [
        '*.password',
        '*.token',
        '*.email',
        '*.cookie',
        '*.authorization',
        'password',
        'token',
        'email',
        'cookie',
      ],
      censor: '[removed]',
    },
    serializers: { err: describeError },
  };
  return pino(options, destination ?? standardOutput());
}

function standardOutput(): DestinationStream {
  // A full disk or a closed pipe must not end the process: what could not be written is retried with the next line.
  const goOn = (): void => undefined;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', goOn);
  const output = pino.destination(together).on('error', goOn);
  // The library's flush at exit and after fatal lines retries forever if nobody reads.
  output.flushSync = () => undefined;
  return output;
}

/** Timeout for the last lines, in milliseconds. */
const lastLinesMs = 1_000;

/** Exits once the last lines are written or nobody reads them; after a second, kills itself with SIGKILL. */
export function endProcess(log: Log, code: number): Promise<never> {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), lastLinesMs);
  // the first flush may cover only what was being written, not later lines
  return new Promise(() => log.flush(() => log.flush(() => process.exit(code))));
}

/** Formats an error for the log: name, message, stack; without the values of a failed statement. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an Error' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { name: error.name, message: error.message, stack: error.stack, code, constraint };
}
