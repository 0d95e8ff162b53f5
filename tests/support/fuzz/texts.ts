import fc from 'fast-check';

export const sqlTexts = [
  "'; drop table users; --",
  "' or '1'='1",
  '$1',
  "\\'; select pg_sleep(60); --",
  '%_%',
  '1)) union select password_hash from users --',
];
export const htmlTexts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "'-alert(1)-'",
  '{{7*7}}${7*7}',
  '=HYPERLINK("http://x.example")',
];
/** Well-formed, allowed where people type, and odd all the same. */
export const oddTexts = [
  ...sqlTexts,
  ...htmlTexts,
  'Zoë Ñandú D’Amico',
  'مرحبا ‮evil‬ שלום',
  '👩🏽‍🚒🇮🇹',
  'Z̸̢͕̓͝a̷̺̓l̶̰͠g̸̈́ͅo̵͈͝',
  '\u200b\u200b\u00a0',
  'ﷺ'.repeat(20),
  'a\nb\r\nc',
  'a\u2028b',
  'toString',
  'constructor',
];

/** What no database keeps: NUL and halves of a character, also within a place in a list of people. */
export const hostileTexts = [
  'a\u0000b',
  'a\udfffb',
  Buffer.from(JSON.stringify(['Ross\u0000', 'Anna', '0190a000-0000-7000-8000-000000000001'])).toString(
    'base64url',
  ),
];

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

const oddValues: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [[]],
  [null],
];
const oddObjects: unknown[] = [{ length: 1 }, { toString: 'x' }, { $ne: null }, { constructor: {} }];
const oddLetters = ['', ' ', '\t', '\u0000', '\ud800', '\ufeffx', '\u001b[31m', '\u0007', '‮abc', '\r\n'];
const oddWords = ['NaN', 'Infinity', '-0', '1e9', 'null', 'undefined', 'true', '0x10', '[]', '{}'];
const oddDays = [
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '-271821-04-20',
  '2026-11-20T25:00',
  '24:00',
  'infinity',
];

/** What no schema of ours allows, or hardly. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddValues),
  fc.constantFrom(...oddObjects),
  fc.constantFrom(...oddLetters, 'a\u0000b', 'a\udfffb'),
  fc.constantFrom(...oddWords),
  fc.constantFrom(...oddDays),
  fc.constantFrom(...oddTexts),
  fc.constantFrom(41, 255, 501, 1001, 5_000, 60_000, 70_000).map((length) => 'x'.repeat(length)),
  fc.constantFrom(10, 500, 1_000).map(nested),
  fc.array(fc.constantFrom('a', null, 1), { minLength: 90, maxLength: 120 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .anything({ maxDepth: 2, withNullPrototype: false })
    .map((value) => JSON.parse(JSON.stringify(value) ?? 'null') as unknown),
);
