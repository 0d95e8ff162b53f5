import { expect, test } from 'vitest';
import { createPasswordHasher } from './passwordHasher.ts';

const hasher = await createPasswordHasher();

test('a hash is argon2id with the cost OWASP recommends, different each time, and matches only its password', async () => {
  const [one, other] = await Promise.all([hasher.hash('Turnario!2026 è'), hasher.hash('Turnario!2026 è')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await hasher.verify(one, 'Turnario!2026 è')).toBe(true);
  for (const wrong of ['turnario!2026 è', '']) expect(await hasher.verify(one, wrong)).toBe(false);
});

test('without a hash nothing matches, for the same work', async () => {
  expect(await hasher.verify(null, 'nobody has this password')).toBe(false);
  const hash = await hasher.hash('Turnario!2026');
  // of all threads, in microseconds: a busy machine takes longer, not more of it
  const cpuTime = async (storedHash: string | null): Promise<number> => {
    const start = process.cpuUsage();
    for (let time = 0; time < 5; time += 1) await hasher.verify(storedHash, 'sbagliata');
    return process.cpuUsage(start).user;
  };
  await cpuTime(hash);
  const [known, unknown] = [await cpuTime(hash), await cpuTime(null)];
  // generous; skipping the work would take a thousandth
  expect(unknown).toBeGreaterThan(known / 5);
});

test('many concurrent calls complete, one after another, and a failure does not block the next', async () => {
  const narrow = await createPasswordHasher(1);
  const hash = await narrow.hash('Turnario!2026');
  const verdicts = await Promise.allSettled([
    ...Array.from({ length: 8 }, () => narrow.verify(hash, 'Turnario!2026')),
    narrow.verify('no hash at all', 'x'),
    narrow.verify(hash, 'x'),
  ]);
  expect(verdicts.slice(0, 8).every((verdict) => verdict.status === 'fulfilled' && verdict.value)).toBe(true);
  expect(verdicts[8]?.status).toBe('rejected');
  expect(verdicts[9]).toEqual({ status: 'fulfilled', value: false });
});

test('calls beyond the queue limit are refused at once, and the others complete', async () => {
  const narrow = await createPasswordHasher(1, 2);
  const verdicts = await Promise.allSettled(
    Array.from({ length: 5 }, () => narrow.verify(null, 'Turnario!2026')),
  );
  const rejected = { status: 'rejected', reason: { code: 'overloaded' } };
  expect(verdicts).toMatchObject([{ value: false }, { value: false }, { value: false }, rejected, rejected]);
  expect(await narrow.verify(null, 'x')).toBe(false);
});
