import type { Reply } from '../../connection.ts';
import { quantile } from '../../statistics.ts';
import type { Measured } from './load.ts';

/**
 * What a server did between two moments, of which it has the same load before and after. Rate and mean are of the answers
 * that came in between: what a call took before the first moment stands for what those in progress at the last one still
 * take. Quantiles are of the calls that began in between, all of which have been waited for: no slow one is left out.
 */
export function summarise(replies: readonly Reply[], failed: number, from: number, end: number): Measured {
  const good = replies.filter(({ status }) => status >= 200 && status < 300);
  const within = (at: number): boolean => at >= from && at < end;
  const answered = good.filter((reply) => within(reply.end));
  const times = good.filter((reply) => within(reply.begin)).map((reply) => reply.end - reply.begin);
  const took = answered.reduce((sum, reply) => sum + reply.end - reply.begin, 0);
  return {
    seconds: (end - from) / 1000,
    answered: answered.length,
    rate: (answered.length * 1000) / (end - from),
    mean: took / Math.max(1, answered.length),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failed: failed + replies.length - good.length,
  };
}

/** Of several rounds as if they were one; of quantiles the mean. */
export function pooled(rounds: readonly Measured[]): Measured {
  const sum = (pick: (round: Measured) => number): number =>
    rounds.reduce((all, round) => all + pick(round), 0);
  const [seconds, answered] = [sum((round) => round.seconds), sum((round) => round.answered)];
  return {
    seconds,
    answered,
    rate: answered / seconds,
    mean: sum(({ mean, answered: count }) => mean * count) / Math.max(1, answered),
    p50: sum(({ p50 }) => p50) / rounds.length,
    p99: sum(({ p99 }) => p99) / rounds.length,
    failed: sum(({ failed }) => failed),
  };
}
