import autocannon from 'autocannon';

/** Values kept from earlier answers for later steps, as on one person's screen. */
export type Context = Record<string, string>;

/** One of several calls that a connection repeats in order. */
export interface Step {
  /** Null: not measured, only leads to the next step. */
  name: string | null;
  call: (context: Context) => autocannon.Request;
  /** Keeps values of the answer for later steps. */
  keep?: (body: string, context: Context) => void;
}

/**
 * Runs all steps `times` times, spread evenly over connections that each wait for an answer before the next call. Throws if a
 * call fails. Returns the milliseconds per call, by step.
 */
export async function makeCalls(url: string, steps: readonly Step[], connections: number, times: number) {
  const failures: string[] = [];
  const requests = steps.map(({ call, keep }): autocannon.Request => ({
    setupRequest: (request, context) => ({ ...request, ...call(context as Context) }),
    onResponse: (status, body, context) => {
      if (status >= 300) failures.push(`${status} ${body.slice(0, 300)}`);
      else keep?.(body, context as Context);
    },
  }));
  const amount = connections * Math.floor(times / connections) * steps.length;
  const found: number[][] = steps.map(() => []);
  const answered = new Map<autocannon.Client, number>();
  const options = { url, requests, connections, amount, timeout: 60, sampleInt: 10, bailout: 1 };
  const { non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error: unknown, result) => (error ? reject(error) : resolve(result)));
    run.on('response', (client, _status, _bytes, milliseconds) => {
      const count = answered.get(client) ?? 0;
      answered.set(client, count + 1);
      found[count % steps.length]?.push(milliseconds);
      if (failures.length > 0) run.stop();
    });
  });
  if (non2xx + errors > 0) throw new Error(`${errors} calls unanswered; refused: ${failures[0] ?? 'none'}`);
  return found;
}
