/** Counts answers and refetches in the order in which they come. */
let moment = 0;

/** Tells what comes after from what came before. */
export function nextMoment(): number {
  moment += 1;
  return moment;
}

/** Tells the changes of this page from those of all others. */
const page = `${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
const mostRemembered = 100;
/** When each change of this page was answered, by its id; Infinity where no answer came. */
const answers = new Map<string, Promise<number>>();
const underWay = new Set<Promise<unknown>>();

/** Sends a call that changes something, under an id by which the server's event of it is known here. */
export function sendChange<T>(send: (id: string) => Promise<T>): Promise<T> {
  const id = `${page}-${nextMoment()}`;
  const sent = send(id);
  const answered = sent.then(nextMoment, () => Infinity);
  answers.set(id, answered);
  const [oldest] = answers.keys();
  if (answers.size > mostRemembered && oldest !== undefined) answers.delete(oldest);
  return sent;
}

/** Does what ends in a refetch of what it changes: until then events of own changes wait. */
export function changing<T>(work: () => Promise<T>): Promise<T> {
  const done = work();
  underWay.add(done);
  const forget = (): unknown => underWay.delete(done);
  done.then(forget, forget);
  return done;
}

export const isOwnChange = (id: string): boolean => answers.has(id);

/** When a change of this page was answered; comes after everything that was under way has begun to refetch. */
export async function answerOf(id: string): Promise<number> {
  const answered = (await answers.get(id)) ?? Infinity;
  await Promise.allSettled(underWay);
  return answered;
}
