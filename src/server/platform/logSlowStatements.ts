import type { ReportStatement } from './database/statementReport.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { requestLog } from './requestLog.ts';

const longestText = 1_000;

/**
 * Counts every statement, and writes a line for each that took too long: its text, with placeholders where its values
 * stood, and the number of the call it was part of.
 */
export function watchStatements(metrics: Metrics, log: Log, slowMilliseconds: number): ReportStatement {
  return ({ text, command, milliseconds, failure }) => {
    metrics.statement({ command, milliseconds });
    if (failure !== null) metrics.databaseFailed(failure);
    if (milliseconds < slowMilliseconds) return;
    const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, longestText);
    const ms = Math.round(milliseconds);
    (requestLog() ?? log).warn({ statement, ms, ...(failure !== null && { failure }) }, 'slow statement');
  };
}
