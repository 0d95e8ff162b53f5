import { expect, test } from 'vitest';
import { linkMark, withLink, writePasswordMail } from './passwordMail.it.ts';

const link = 'https://turni.example.it/reimposta-password?token=abc&x=$&';

test('the mail holds its link only once it is put in', () => {
  const mail = writePasswordMail(30);
  expect(mail.text).not.toContain('https:');
  const sent = withLink(mail, link);
  expect(sent.text).toContain(`\n\n${link}\n\n`);
  expect(sent.html).toContain('href="https://turni.example.it/reimposta-password?token=abc&amp;x=$&amp;"');
  expect(`${sent.text}${sent.html}`).not.toContain(linkMark);
});

test('it says how long the link works and what to do if it was not asked for', () => {
  const { text } = writePasswordMail(30);
  expect(text).toContain('Vale 30 minuti e una volta sola.');
  expect(text).toContain('Se non l’hai chiesto tu, non serve fare nulla');
});
