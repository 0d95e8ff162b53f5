import { expect, test } from 'vitest';
import { writeTestMail } from './testMail.ts';

test('greets by name, and confines names to their line', () => {
  const { subject, text, html } = writeTestMail('Anna\r\nBcc: <b>x</b>');
  expect(subject).toBe('Email di prova di Turnario');
  expect(text.split('\n')[0]).toBe('Ciao Anna Bcc: <b>x</b>,');
  expect(html).toContain('Ciao Anna Bcc: &lt;b&gt;x&lt;/b&gt;,');
});
