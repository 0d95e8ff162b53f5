import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { AnsweredStatement } from '../database/database.ts';

/** Background jobs whose last success is monitored. */
type Job = 'upkeep' | 'mail' | 'push' | 'backup';

/** A finished call, as counted: no label may grow with people, rows or addresses. */
interface CountedCall {
  method: string;
  /** The route's pattern, `/api/shifts/:id`. */
  route: string;
  /** The response status; `aborted` if the caller left first. */
  status: number | 'aborted';
  seconds: number;
  refusal: string | null;
}

const callBuckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const statementBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
const commands = new Set('select insert update delete merge begin commit rollback'.split(' '));

/** The metrics of this process, for `GET /metrics`; one object per server, in its context. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  return { registry, ...createCallNumbers(registry), ...createWorkNumbers(registry) };
}

const counterOf = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  ...labelNames: Label[]
) => new Counter({ name, help, labelNames, registers: [registry] });

const histogramOf = <Label extends string>(
  registry: Registry,
  { name, help, buckets }: { name: string; help: string; buckets: number[] },
  ...labelNames: Label[]
) => new Histogram({ name, help, buckets, labelNames, registers: [registry] });

function createCallNumbers(registry: Registry) {
  const name = 'turnario_http_calls_total';
  const calls = counterOf(
    registry,
    name,
    'Calls answered, by route and status.',
    'method',
    'route',
    'status',
  );
  const seconds = {
    name: 'turnario_http_call_seconds',
    help: 'Time from a call to the end of its answer, event streams left out.',
    buckets: callBuckets,
  };
  const callSeconds = histogramOf(registry, seconds, 'method', 'route');
  const refusals = counterOf(registry, 'turnario_refusals_total', 'Calls refused, by code.', 'code');
  const signIns = counterOf(registry, 'turnario_sign_in_failures_total', 'Sign-ins refused.', 'code');
  let underWay = 0;
  const underWayNow: Gauge = new Gauge({
    name: 'turnario_http_calls_under_way',
    help: 'Calls begun and not yet ended, without streams.',
    registers: [registry],
    // a plain number costs a call nothing
    collect: () => underWayNow.set(underWay),
  });
  return {
    callBegun: (): void => void (underWay += 1),
    callEnded: ({ method, route, status, seconds: took, refusal }: CountedCall): void => {
      underWay -= 1;
      calls.inc({ method, route, status });
      callSeconds.observe({ method, route }, took);
      if (refusal === null) return;
      refusals.inc({ code: refusal });
      if (route === '/api/auth/login') signIns.inc({ code: refusal });
    },
    /** A stream was opened or has ended: it is no call in progress, and its duration means nothing. */
    streamAnswered: (call: Pick<CountedCall, 'method' | 'route' | 'status'>): void => calls.inc(call),
  };
}

function createWorkNumbers(registry: Registry) {
  const shedHelp = 'Calls turned away with 503 to protect the others.';
  const shed = counterOf(registry, 'turnario_shed_calls_total', shedHelp, 'reason');
  const statement = {
    name: 'turnario_database_statement_seconds',
    help: 'Time a statement took, without the wait for a connection.',
    buckets: statementBuckets,
  };
  const statementSeconds = histogramOf(registry, statement, 'command');
  const errorHelp = 'Statements that failed, by the class of their SQLSTATE.';
  const databaseErrors = counterOf(registry, 'turnario_database_errors_total', errorHelp, 'class');
  const jobs = new Gauge({
    name: 'turnario_job_last_success_timestamp_seconds',
    help: 'When a job last ended well.',
    labelNames: ['job'],
    registers: [registry],
  });
  const failureHelp = 'Rounds of a job that failed.';
  const jobFailures = counterOf(registry, 'turnario_job_failures_total', failureHelp, 'job');
  const swaps = counterOf(registry, 'turnario_swaps_completed_total', 'Swaps completed here.', 'kind');
  return {
    shed: (reason: string): void => shed.inc({ reason }),
    statement: ({ command, milliseconds }: Pick<AnsweredStatement, 'command' | 'milliseconds'>): void =>
      statementSeconds.observe({ command: commandLabel(command) }, milliseconds / 1000),
    /** @param sqlState five characters, of which the class (the first two) is counted */
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
