import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { ReportStatement } from './database/database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';

const calls = new AsyncLocalStorage<FastifyRequest>();

/** Makes the call's log, which carries its id, available to all its code. */
export function setRequestLog(app: FastifyInstance): void {
  // Fastify keeps this context while reading the body
  app.addHook('onRequest', (request, _reply, done) => calls.run(request, done));
}

/** The log of the current call; undefined in background work. */
const requestLog = (): FastifyBaseLogger | undefined => calls.getStore()?.log;

const longestText = 1_000;

/** Counts every statement, and logs each slow one: its text, with placeholders for values, and the id of its call. */
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
