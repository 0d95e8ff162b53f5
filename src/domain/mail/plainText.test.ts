import { expect, test } from 'vitest';
import { escapeHtml, oneLine } from './plainText.ts';

test('typed text can neither start a line nor reverse the following text', () => {
  expect(oneLine('  Anna\r\nBcc: x\u2028y\t z\u202e\u200f ')).toBe('Anna Bcc: x y z');
});

test('typed text is escaped in HTML', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});
