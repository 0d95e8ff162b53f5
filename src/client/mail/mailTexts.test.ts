import { expect, test } from 'vitest';
import { mailStatuses } from '../../domain/mail/schema.ts';
import {
  explainFailure,
  formatDateTimeWithoutYear,
  formatTries,
  kindName,
  statusTabs,
  statusTexts,
  waitingLooks,
} from './mailTexts.ts';

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

test.each([
  ['CONN: connect ECONNREFUSED 127.0.0.1:25', /non risponde su questa porta/],
  ['CONN: getaddrinfo ENOTFOUND smtp.exmple.it', /nome del server non esiste/],
  ['CONN: no answer in time', /non risponde in tempo/],
  ['CONN: self-signed certificate', /certificato/],
  ["CONN: Hostname/IP does not match certificate's altnames", /certificato/],
  ['CONN: 80F1:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', /cifratura/],
  ['STARTTLS: 502 not implemented', /cifratura/],
  ['AUTH PLAIN: 535 5.7.8 Username and Password not accepted', /password per le app/],
  ['RCPT TO: 550 5.1.1 no such user', /questo indirizzo/],
  ['RCPT TO: 451 greylisted', /riprovare più tardi/],
  ['DATA: 552 mailbox full', /piena/],
  ['DATA: 554 looks like spam', /rifiutato il messaggio/],
  ['interrupted while sending', /a metà/],
])('%s is explained', (reason, says) => {
  expect(explainFailure(reason)).toMatch(says);
});

test('what nobody foresaw is left to the server’s words', () => {
  expect(explainFailure('DATA: 599 something new')).toBeNull();
});
