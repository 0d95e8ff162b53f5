import { expect, test } from 'vitest';
import { subjectOfMailed } from '../notifications/types.ts';
import { mailSubjects, subjectNames } from './news.ts';
import { type MailedNews, writeNewsMail } from './newsMail.it.ts';

const links = {
  origin: 'https://turni.example.it',
  unsubscribe: 'https://turni.example.it/api/unsubscribe?token=a_b-c&x',
};
const id = '00000000-0000-4000-8000-000000000009';
const unjudged = { createdAt: '2026-11-16T09:00:00.000Z', matter: null };
const offered: MailedNews = {
  ...unjudged,
  type: 'request_pre_accepted',
  facts: null,
  person: 'Anna <b>Verdi</b>\r\nBcc: a@example.it',
  requestId: id,
};
const roster: MailedNews = {
  ...unjudged,
  type: 'roster_arrived',
  facts: {
    fact: 'roster_arrived',
    title: 'dicembre <i>',
    shifts: 22,
    changes: 0,
    questions: 0,
    isEntered: false,
  },
  person: null,
  requestId: null,
};
const approval: MailedNews = {
  ...unjudged,
  type: 'approval_wanted',
  facts: null,
  person: null,
  requestId: id,
};
const alone: MailedNews = {
  ...unjudged,
  type: 'exchange_rejected',
  facts: { fact: 'nobody_left', time: '2026-11-27' },
  person: null,
  requestId: null,
};

test('the subject is a single notification, without a name, or the number of several', () => {
  expect(writeNewsMail([offered], links).subject).toBe('C’è un’offerta per un tuo turno');
  expect(writeNewsMail([offered, roster, alone], links).subject).toBe('3 novità in Turnario');
});

test('each links to where it is answered, in both parts', () => {
  const { text, html } = writeNewsMail([offered, roster, approval, alone], links);
  const paths = [`/exchanges?highlight=${id}`, '/tabellone', `/?approva=${id}`, '/exchanges'];
  for (const path of paths) {
    expect(text).toContain(`\n${links.origin}${path}\n`);
    expect(html).toContain(`<a href="${links.origin}${path}">Apri in Turnario</a>`);
  }
  expect(text).toContain('venerdì 27 novembre 2026');
  expect(text).toContain(`Scegli cosa ricevere: ${links.origin}/profile/notifiche\n`);
  expect(text.endsWith(`Non voglio più queste email: ${links.unsubscribe}\n`)).toBe(true);
  expect(html).toContain('token=a_b-c&amp;x">Non voglio più queste email</a>');
});

test('typed text is escaped and stays on its line', () => {
  const { text, html } = writeNewsMail([roster], links);
  expect(html).toContain('dicembre &lt;i&gt;');
  expect(text).toContain('dicembre <i>');
  const named = { ...alone, type: 'exchange_declined', person: offered.person } as const;
  const facts = { fact: 'offer_refused', time: '2026-11-27' };
  const mail = writeNewsMail([{ ...named, facts }], links);
  expect(mail.text).toContain('Anna <b>Verdi</b> Bcc: a@example.it ha rifiutato');
  expect(mail.html).toContain('Anna &lt;b&gt;Verdi&lt;/b&gt; Bcc');
});

test('unknown facts use the general text of the type', () => {
  const mail = writeNewsMail([{ ...alone, facts: { fact: 'di domani' } }], links);
  expect(mail.text.split('\n\n')[1]).toMatch(/^\S.+\n\S.+\n/);
});

test('every subject has mails and a name', () => {
  expect(new Set(subjectOfMailed.values())).toEqual(new Set(mailSubjects));
  for (const { name, hint } of Object.values(subjectNames))
    expect(`${name}. ${hint}`).toMatch(/^\p{Lu}.+\. \p{Lu}/u);
});
