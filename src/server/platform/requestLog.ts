import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { ReportStatement } from './database/database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';

const calls = new AsyncLocalStorage<FastifyRequest>();

/** From here on, whatever a call does finds the call's own log, which carries its number. */
export function setRequestLog(app: FastifyInstance): void {
  // Fastify carries this context past the reading of the body
  app.addHook('onRequest', (request, _reply, done) => calls.run(request, done));
}

/** The log of the call in which this code runs; undefined in the server's own work. */
const requestLog = (): FastifyBaseLogger | undefined => calls.getStore()?.log;

const longestText = 1_000;

/**
 * Counts every statement, and writes a line for each that took too long: its text, with placeholders where its values
 * stood, and the number of the call it was part of.
 */
export const watchStatements =
  (metrics: Metrics, log: Log, slowMilliseconds: number): ReportStatement =>
  ({ text, command, milliseconds, failure }) => {
    metrics.statement({ command, milliseconds });
    if (failure !== null) metrics.databaseFailed(failure);
    if (milliseconds < slowMilliseconds) return;
    const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, longestText);
    const ms = Math.round(milliseconds);
    (requestLog() ?? log).warn({ statement, ms, ...(failure !== null && { failure }) }, 'slow statement');
  };
