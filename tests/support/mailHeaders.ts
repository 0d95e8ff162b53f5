import { expect } from 'vitest';
import type { ReceivedMail } from '../../tools/smtpServer.ts';

/** A mail's header fields by their names in lower case; each stands once. */
export function headersOf({ content }: ReceivedMail): Record<string, string> {
  const headers = Object.fromEntries(content.headers.map(({ key, value }) => [key, value]));
  expect(Object.keys(headers)).toHaveLength(content.headers.length);
  return headers;
}

/**
 * What every mail of the product says of itself, and that it says nothing of what wrote it.
 *
 * @param domain what its Message-ID has after the @
 * @param others the names of what only some mails say
 */
export function expectProperHeaders(
  mail: ReceivedMail,
  writtenAt: string,
  domain: string,
  others: readonly string[] = [],
): void {
  const any = expect.any(String) as string;
  expect(headersOf(mail)).toEqual({
    date: new Date(writtenAt).toUTCString().replace('GMT', '+0000'),
    'message-id': expect.stringMatching(/^<[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@[^@]+>$/) as string,
    'auto-submitted': 'auto-generated',
    'mime-version': '1.0',
    ...Object.fromEntries(['from', 'to', 'subject', 'content-type', ...others].map((name) => [name, any])),
  });
  expect(mail.content.messageId?.split('@')[1]).toBe(`${domain}>`);
}
