import { expect, test } from 'vitest';
import { linkMark, withLink, writePasswordMail } from './passwordMail.it.ts';

const link = 'https://turni.example.it/reimposta-password?token=abc&x=$&';

test('the mail contains its link only after substitution', () => {
  const mail = writePasswordMail(30);
  expect(mail.text).not.toContain('https:');
  const sent = withLink(mail, link);
  expect(sent.text).toContain(`\n\n${link}\n\n`);
  expect(sent.html).toContain('href="https://turni.example.it/reimposta-password?token=abc&amp;x=$&amp;"');
  expect(`${sent.text}${sent.html}`).not.toContain(linkMark);
});

test('has the same content in HTML, and its subject', () => {
  const { subject, text, html } = writePasswordMail(30);
  expect(subject).toBe('Turnario: scegli una nuova password');
  const [heading, opening, mark, validity] = text.split('\n\n');
  expect([heading, opening, mark]).toEqual([
    'Scegli una nuova password',
    'Per scegliere una nuova password di Turnario apri questo link:',
    linkMark,
  ]);
  for (const part of [`>${opening}<`, `>${mark}<`, `>${validity}<`, `>${heading}</a>`])
    expect(html).toContain(part);
  expect(text).toContain('È un messaggio automatico di Turnario: non serve rispondere.');
});

test('it says how long the link is valid and what to do if not requested', () => {
  const { text } = writePasswordMail(30);
  expect(text).toContain('Funziona una volta sola, entro 30 minuti.');
  expect(text).toContain('Se non l’hai chiesto tu, non serve fare nulla');
});
