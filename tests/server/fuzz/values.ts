import fc from 'fast-check';
import type { JsonSchema } from './operations.ts';

/** Valid but unusual text: SQL, markup, right-to-left scripts, names of inherited properties. */
const oddTexts = [
  "'; drop table users; --",
  '1)) union select password_hash from users --',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x.example")',
  'مرحبا ‮evil‬ שלום',
  '👩🏽‍🚒🇮🇹',
  '\u200b\u200b\u00a0',
  'a\nb\r\nc',
  'constructor',
];

/** Text that no database stores: NUL and lone surrogates, also inside a cursor. */
export const hostileTexts = [
  'a\u0000b',
  'a\udfffb',
  Buffer.from(JSON.stringify(['Ross\u0000', 'Anna', '0190a000-0000-7000-8000-000000000001'])).toString(
    'base64url',
  ),
];

const cursors = [
  ['2026-11-20T09:00:00.000Z', crypto.randomUUID()],
  ['-271821-04-20T00:00:00.000Z', crypto.randomUUID()],
  ['9999-12-31T23:59:59.999Z', crypto.randomUUID()],
  ['0000-01-01T00:00:00.000Z', crypto.randomUUID()],
  ['2026-02-30', crypto.randomUUID()],
  [1, null, {}],
].map((key) => Buffer.from(JSON.stringify(key)).toString('base64url'));
const days = ['2026-02-30', '0000-00-00', '9999-12-31', '-271821-04-20', '2026-11-20T25:00', 'infinity'];
const letters = ['', ' ', '\u0000', '\ud800', '\ufeffx', '\u001b[31m', '‮abc', '\r\n', ...hostileTexts];
const words = ['NaN', '-0', '1e9', 'null', 'true', '0x10', '[]', '{}', '%_%', '$1'];
const values: unknown[] = [null, true, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63), [], {}, [[]], [null]];
const objects: unknown[] = [{ length: 1 }, { toString: 'x' }, { $ne: null }, { constructor: {} }];
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

/** Values that schemas hardly ever allow. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...values, ...objects, ...words, ...days),
  fc.constantFrom(...letters, ...oddTexts, ...cursors),
  fc.constantFrom(41, 255, 501, 1001, 60_000, 70_000).map((length) => 'x'.repeat(length)),
  fc.constantFrom(10, 1_000).map(nested),
  fc.array(fc.constantFrom('a', null, 1), { minLength: 90, maxLength: 120 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .anything({ maxDepth: 2, withNullPrototype: false })
    .map((value) => JSON.parse(JSON.stringify(value) ?? 'null') as unknown),
);

/** Values allowed by a published schema. */
export function valueFor(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const { enum: listed, properties, items, minItems = 0, maxItems = 5 } = schema;
  const options = schema.anyOf ?? schema.oneOf;
  if (properties) {
    const fields = Object.entries(properties).map(([field, inner]) => [field, valueFor(inner, field)]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: (schema.required ?? []) as never[],
    });
  }
  if (listed) return fc.constantFrom(...listed);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (options) return fc.oneof(...options.map((option) => valueFor(option, name)));
  switch (schema.type) {
    case 'string':
      return name === 'cursor' ? fc.constantFrom(...cursors) : textFor(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: schema.maximum ?? 10 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(items ? valueFor(items, name) : fc.jsonValue(), {
        minLength: minItems,
        maxLength: Math.min(maxItems, 5),
      });
    case undefined:
      return fc.jsonValue();
    default:
      throw new Error(`no arbitrary for schema: ${JSON.stringify(schema)}`);
  }
}

function textFor({ format, minLength = 0, maxLength = 200, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  const fits = (text: string): string => text.padEnd(minLength, 'x').slice(0, maxLength);
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern), { size: 'small' }).map((text) => text.slice(0, maxLength));
  return fc.oneof(fc.constantFrom(...oddTexts).map(fits), fc.constant('è'.repeat(maxLength)));
}
