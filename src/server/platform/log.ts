import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Settings } from './settings.ts';

export type Log = Logger;

/**
 * Lines are written some at a time, at most a tenth of a second later. So many bytes wait while nothing can be written;
 * further lines are lost.
 */
const together = { sync: false, minLength: 4096, periodicFlush: 100, maxLength: 1024 * 1024 };

/**
 * Structured log, one JSON object a line. Nothing personal and no secret is passed to it; the redaction below is a
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
  // A full disk or a reader that has gone ends no process: what could not be written is tried again with the next line.
  const goOn = (): void => undefined;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', goOn);
  const output = pino.destination(together).on('error', goOn);
  // The library's own writing at the end of a process, and of what is fatal, tries for ever where nobody takes the lines.
  output.flushSync = () => undefined;
  return output;
}

/** How long the last lines may take, in milliseconds. */
const lastLinesMs = 1_000;

/** Ends the process once its last lines are written, or nobody reads them; after a second without that by SIGKILL. */
export function endProcess(log: Log, code: number): Promise<never> {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), lastLinesMs);
  // the first may end with what was being written, and leave what came after it
  return new Promise(() => log.flush(() => log.flush(() => process.exit(code))));
}

/** An error for the log: name, message, stack; the values of a failed statement stay out. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an Error' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { name: error.name, message: error.message, stack: error.stack, code, constraint };
}
