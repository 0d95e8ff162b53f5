import { expect, test } from 'vitest';
import { mailStatuses } from '../../domain/mail/schema.ts';
import { formatDateTimeWithoutYear, formatTries, kindName } from './mailTexts.ts';
import { statusTabs, statusTexts, waitingLooks } from './statusLooks.ts';

test.each([
  [0, '0 tentativi'],
  [1, 'un tentativo'],
  [2, '2 tentativi'],
])('%d: %s', (attempts, text) => expect(formatTries(attempts)).toBe(text));

test('an instant is shown by the clock in Rome', () => {
  expect(formatDateTimeWithoutYear('2026-11-20T23:05:00.000Z')).toBe('21 nov, 00:05');
});

test('mails are named by what they are about', () => {
  expect([kindName('password_reset'), kindName('swap_completed')]).toEqual(['Password', 'Scambio']);
});

test('each state of a mail has a tab of its own, and says what it means', () => {
  expect(statusTabs.map(({ id }) => id).toSorted()).toEqual([...mailStatuses].toSorted());
  expect(statusTabs.slice(0, 3).map(({ id }) => id)).toEqual(['queued', 'failed', 'unsure']);
  expect(new Set(statusTabs.map(({ label }) => label)).size).toBe(mailStatuses.length);
  for (const status of mailStatuses) {
    expect(statusTexts[status]).toEqual({
      about: expect.stringMatching(/^\p{Lu}.+\.$/u),
      empty: expect.stringMatching(/^(?:Nessuna|Ancora nessuna) email .+\.$/),
    });
    expect(statusTabs.find(({ id }) => id === status)?.label).toMatch(/^\p{Lu}/u);
  }
});

test('only a mail that went wrong looks like it', () => {
  expect(
    Object.entries(waitingLooks).map(([status, { label, variant }]) => `${status}: ${label}, ${variant}`),
  ).toEqual([
    'queued: In coda, neutral',
    'sending: In invio, accent',
    'failed: Non riuscita, danger',
    'unsure: Forse arrivata, warn',
  ]);
});
