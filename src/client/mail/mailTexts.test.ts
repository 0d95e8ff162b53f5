import { expect, test } from 'vitest';
import { explainFailure, kindName } from './mailTexts.ts';

test('mails are named by what they are about', () => {
  expect([kindName('password_reset'), kindName('swap_completed')]).toEqual(['Password', 'Scambio']);
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

test('unknown failures have no explanation', () => {
  expect(explainFailure('DATA: 599 something new')).toBeNull();
});
