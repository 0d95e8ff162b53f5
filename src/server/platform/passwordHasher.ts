import { hash, verify } from '@node-rs/argon2';
import { refuse } from '../../domain/errors/refusal.ts';
import { RefusalError } from './errors/refusalError.ts';

// OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane.
// algorithm 2 is Argon2id: the enum is ambient and cannot be imported
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * What an unknown address is compared with, so that it costs as much as a known one: a hash by the same options that no
 * password has, which takes no time to make.
 */
const nobody = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Each takes some 30 ms: who comes after so many would wait for seconds. */
const mostInLine = 100;

/** Both reject with RefusalError `overloaded` when too many wait already. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password fits; without a hash the same work is done and the answer is no. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
}

/**
 * argon2id on the thread pool, at most `mostAtOnce` at a time so that a burst of sign-ins leaves threads and memory to
 * the others. Never called inside a transaction: it takes tens of milliseconds.
 */
export async function createPasswordHasher(
  mostAtOnce = 2,
  mostWaiting = mostInLine,
): Promise<PasswordHasher> {
  const limited = limitConcurrency(mostAtOnce, mostWaiting);
  return {
    hash: (password) => limited(() => hash(password, options)),
    verify: async (storedHash, password) => {
      const fits = await limited(() => verify(storedHash ?? nobody, password));
      return fits && storedHash !== null;
    },
  };
}

function limitConcurrency(most: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new RefusalError(refuse('overloaded'));
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
