import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Instant } from '../../../domain/calendar/day.ts';

/** Work the server does by itself, whose last success is watched. */
export type Job = 'upkeep' | 'mail' | 'push' | 'backup';

/** A call that has ended, as it is counted: nothing in it may grow with people, rows or addresses. */
export interface CountedCall {
  method: string;
  /** The route's pattern, `/api/shifts/:id`. */
  route: string;
  /** The answer's status; `aborted` when the caller left before its end. */
  status: number | 'aborted';
  seconds: number;
  /** The code of the refusal that was answered. */
  refusal: string | null;
}

/** A statement the database has answered, or refused. */
export interface CountedStatement {
  /** `SELECT`, `COMMIT` … as the database names it; null when it failed. */
  command: string | null;
  milliseconds: number;
}

/**
 * What this process counts of itself, for `GET /metrics`. One object a server, in its context; counting is a few
 * hundred nanoseconds and never asks the database.
 */
export interface Metrics {
  registry: Registry;
  callBegun(): void;
  callEnded(call: CountedCall): void;
  /** A stream was opened or has ended: it is no call in progress, and its duration says nothing. */
  streamAnswered(call: Pick<CountedCall, 'method' | 'route' | 'status'>): void;
  /** A call was turned away to protect the others. */
  shed(reason: string): void;
  statement(statement: CountedStatement): void;
  /** @param sqlState five characters, of which the class (the first two) is counted */
  databaseFailed(sqlState: string): void;
  jobSucceeded(job: Job, at: Instant): void;
  jobFailed(job: Job): void;
  swapCompleted(kind: string): void;
}

const callBuckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const statementBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
const commands = new Set('select insert update delete merge begin commit rollback'.split(' '));

export function createMetrics(): Metrics {
  const registry = new Registry();
  return { registry, ...createCallNumbers(registry), ...createWorkNumbers(registry) };
}

const counterOf = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  ...labels: Label[]
) => new Counter({ name, help, labelNames: labels, registers: [registry] });

function createCallNumbers(registry: Registry) {
  const calls = counterOf(
    registry,
    'turnario_http_calls_total',
    'Calls answered, by route and status.',
    'method',
    'route',
    'status',
  );
  const callSeconds = new Histogram({
    name: 'turnario_http_call_seconds',
    help: 'Time from a call to the end of its answer, event streams left out.',
    buckets: callBuckets,
    labelNames: ['method', 'route'],
    registers: [registry],
  });
  const refusals = counterOf(registry, 'turnario_refusals_total', 'Calls refused, by code.', 'code');
  const signIns = counterOf(registry, 'turnario_sign_in_failures_total', 'Sign-ins refused.', 'code');
  let underWay = 0;
  const underWayNow: Gauge = new Gauge({
    name: 'turnario_http_calls_under_way',
    help: 'Calls begun and not yet ended, without streams.',
    registers: [registry],
    // a number by itself costs a call nothing
    collect: () => underWayNow.set(underWay),
  });
  return {
    callBegun: (): void => {
      underWay += 1;
    },
    callEnded: ({ method, route, status, seconds, refusal }: CountedCall): void => {
      underWay -= 1;
      calls.inc({ method, route, status });
      callSeconds.observe({ method, route }, seconds);
      if (refusal === null) return;
      refusals.inc({ code: refusal });
      if (route === '/api/auth/login') signIns.inc({ code: refusal });
    },
    streamAnswered: ({ method, route, status }: Pick<CountedCall, 'method' | 'route' | 'status'>): void =>
      calls.inc({ method, route, status }),
  };
}

function createWorkNumbers(registry: Registry) {
  const shed = counterOf(
    registry,
    'turnario_shed_calls_total',
    'Calls turned away with 503 to protect the others.',
    'reason',
  );
  const statementSeconds = new Histogram({
    name: 'turnario_database_statement_seconds',
    help: 'Time a statement took, without the wait for a connection.',
    buckets: statementBuckets,
    labelNames: ['command'],
    registers: [registry],
  });
  const databaseErrors = counterOf(
    registry,
    'turnario_database_errors_total',
    'Statements that failed, by the class of their SQLSTATE.',
    'class',
  );
  const jobs = new Gauge({
    name: 'turnario_job_last_success_timestamp_seconds',
    help: 'When a job last ended well.',
    labelNames: ['job'],
    registers: [registry],
  });
  const jobFailures = counterOf(
    registry,
    'turnario_job_failures_total',
    'Rounds of a job that failed.',
    'job',
  );
  const swaps = counterOf(registry, 'turnario_swaps_completed_total', 'Swaps completed here.', 'kind');
  return {
    shed: (reason: string): void => shed.inc({ reason }),
    statement: ({ command, milliseconds }: CountedStatement): void =>
      statementSeconds.observe({ command: commandLabel(command) }, milliseconds / 1000),
    databaseFailed: (sqlState: string): void => databaseErrors.inc({ class: sqlState.slice(0, 2) }),
    jobSucceeded: (job: Job, at: Instant): void => jobs.set({ job }, Date.parse(at) / 1000),
    jobFailed: (job: Job): void => jobFailures.inc({ job }),
    swapCompleted: (kind: string): void => swaps.inc({ kind }),
  };
}

function commandLabel(command: string | null): string {
  if (command === null) return 'failed';
  const name = command.toLowerCase();
  return commands.has(name) ? name : 'other';
}
