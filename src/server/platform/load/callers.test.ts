import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { createCallers } from './callers.ts';

const callers = createCallers(readSettings({}));
const from = (ip: string) => ({ ip, cookies: {} }) as unknown as FastifyRequest;

test('strangers of one network stand together in the line, an IPv6 network is a /64', () => {
  expect(callers.of(from('203.0.113.7'))).toEqual(callers.of(from('::ffff:203.0.113.7')));
  const { member, group, isPerson } = callers.of(from('2001:db8:1:2::1'));
  expect([member, isPerson]).toEqual([group, false]);
  expect(callers.of(from('2001:db8:1:2:ffff::9'))).toEqual({ member, group, isPerson });
  expect(callers.of(from('2001:db8:1:3::1')).group).not.toBe(group);
});
