import { expect } from 'vitest';
import type { ReceivedMail } from '../../tools/smtpServer.ts';

/** A mail's header fields as they came over the line: names in lower case, folded lines joined. */
export function headersOf({ raw }: ReceivedMail): Map<string, string[]> {
  const head = raw.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
  const headers = new Map<string, string[]>();
  for (const line of head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const [, name = '', value = ''] = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line) ?? [];
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return headers;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** An instant as RFC 5322 (3.3) writes it. */
function headerDate(instant: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/.exec(instant) ?? [];
  const weekday = weekdays[new Date(instant).getUTCDay()];
  return `${weekday}, ${day} ${months[Number(month) - 1]} ${year} ${time} +0000`;
}

/**
 * What every mail of the product says of itself, once each, and that it says nothing of what wrote it.
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
  const headers = headersOf(mail);
  const repeated = [...headers].filter(([, values]) => values.length > 1);
  expect(repeated).toEqual([]);
  const common = [
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ];
  expect([...headers.keys()].toSorted()).toEqual([...common, ...others].toSorted());
  expect(headers.get('date')).toEqual([headerDate(writtenAt)]);
  expect(headers.get('message-id')?.[0]).toMatch(/^<[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@[^@]+>$/);
  expect(headers.get('message-id')?.[0]?.split('@')[1]).toBe(`${domain}>`);
  expect(headers.get('auto-submitted')).toEqual(['auto-generated']);
  expect(headers.get('mime-version')).toEqual(['1.0']);
}
