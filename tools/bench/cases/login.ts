import { verify } from '@node-rs/argon2';
import { createPasswordHasher } from '../../../src/server/platform/passwordHasher.ts';
import { emailOf, password } from '../data/world.ts';
import type { Call } from '../load/load.ts';
import { type Bench, isAsked, judge, placeOf, type Setting } from './bench.ts';
import { compare, ratioText } from './compare.ts';

/** Sign-ins of 200 people, so many places apart, each on a phone's own network: those of one network wait for each other. */
export const signInsOf = (spread: number): Call[] =>
  Array.from({ length: 200 }, (_, n) => ({
    method: 'POST',
    path: '/api/auth/login',
    cookie: null,
    body: { email: emailOf(Math.floor(n * spread)), password },
    address: `10.0.0.${n + 1}`,
  }));

/** Sign-ins of many people, and the hash alone in a server that does nothing else. */
export async function measureLogin(bench: Bench, setting: Setting): Promise<void> {
  if (!isAsked(bench, 'login')) return;
  const hash = await (await createPasswordHasher()).hash(password);
  if (!(await verify(hash, password))) throw new Error('the hash does not fit');
  const compared = await compare(bench, setting, 'login', 10, {
    product: { calls: signInsOf(setting.store.world.people / 200) },
    baseline: { calls: [{ method: 'POST', path: '/hash', cookie: null, body: { hash, password } }] },
  });
  judge(
    bench,
    `login at least 0.9 of the hash alone (${placeOf(setting)})`,
    ratioText(compared),
    compared.flaw === null && compared.ratio >= 0.9,
  );
}
