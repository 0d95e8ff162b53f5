import { replaceEqualDeep } from '@tanstack/react-query';
import type { List } from './lists.ts';

/** An answer without what is hidden; the very same answer where it holds nothing of it. */
export type Hiding = (answer: unknown) => unknown;

export const hidings = new Set<Hiding>();
/** What the server answered, by what is shown of it. */
export const wholes = new WeakMap<object, object>();

/** What is kept of an answer, for every query: what is hidden stays so through every refetch. */
export function shareVisible(before: unknown, answer: unknown): unknown {
  const whole = wholes.get(answer as object) ?? answer;
  const visible = [...hidings].reduce((rest, hide) => hide(rest), whole);
  const shared = replaceEqualDeep(before, visible);
  // only what holds rows is ever another answer
  if (visible !== whole) wholes.set(shared as object, whole as object);
  // the newer answer, which holds nothing of it any more, can be shown by the very same object
  else wholes.delete(shared as object);
  return shared;
}

export interface Waiting {
  changes: readonly List[];
  send: () => void;
}

/** One at a time waits, like the toast that takes it back; those sent are `sending` until they are answered. */
export const outbox: { waiting: Waiting | null; sending: Promise<unknown> } = {
  waiting: null,
  sending: Promise.resolve(),
};

/** Sends what waits where `changes` may depend on it, or without `changes` in any case; then all is answered. */
export async function sendPostponed(changes?: readonly List[]): Promise<void> {
  const { waiting } = outbox;
  if (waiting && (!changes || waiting.changes.some((list) => changes.includes(list)))) waiting.send();
  await outbox.sending;
}
