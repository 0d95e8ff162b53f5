import { hash, verify } from '@node-rs/argon2';
import { refuse } from '../../domain/errors/refusal.ts';
import { RefusalError } from './errors/refusalError.ts';

// OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane.
// algorithm 2 is Argon2id: the enum is ambient and cannot be imported
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A dummy hash for unknown addresses, so that they cost as much as known ones: same options, no matching password, no
 * time to create.
 */
const nobody = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Each takes some 30 ms: calls beyond this would wait for seconds. */
const mostInLine = 100;

/** Both reject with RefusalError `overloaded` if too many calls wait already. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password matches; without a hash it does the same work and returns false. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
}

/**
 * argon2id on the thread pool, at most `mostAtOnce` at a time so that a burst of sign-ins leaves threads and memory for
 * others. Never call it inside a transaction: it takes tens of milliseconds.
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
