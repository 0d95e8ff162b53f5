import { expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import type { Entry } from '../shifts/rules.ts';
import { type MailSource, subjectOfMail, writeMail } from './outboxMail.it.ts';
import { writePasswordMail } from './passwordMail.it.ts';
import { type SwapMailFacts, writeSwapMail } from './swapMail.it.ts';

const duty: Entry = dutyWith();
const person = { firstName: 'Anna', lastName: 'Verdi', contractHours: 8, gave: [duty] };
const swap: SwapMailFacts = {
  completedAt: '2026-11-18T09:05:00.000Z',
  worksiteName: 'Sede Centrale',
  requester: person,
  accepter: { ...person, firstName: 'Marco' },
};

test('each kind of mail has its own text and subject in the list', () => {
  const completed: MailSource = { kind: 'swap_completed', swap, minutes: null, news: null };
  expect(writeMail(completed)).toEqual(writeSwapMail(swap));
  expect(subjectOfMail(completed)).toBe(writeSwapMail(swap).subject);
  const link: MailSource = { kind: 'password_reset', swap: null, minutes: 0, news: null };
  expect(writeMail(link)).toEqual(writePasswordMail(0));
  expect(subjectOfMail(link)).toBe(writePasswordMail(0).subject);
});

test.each<[string, MailSource]>([
  ['a missing swap', { kind: 'swap_completed', swap: null, minutes: 30, news: null }],
  ['a link without a validity', { kind: 'password_reset', swap, minutes: null, news: null }],
  ['a kind of another version', { kind: 'other', swap, minutes: 30, news: null }],
])('for %s there is no text and only a general subject', (_what, source) => {
  expect(writeMail(source)).toBeNull();
  expect(subjectOfMail(source)).toBe('Email di Turnario');
});
