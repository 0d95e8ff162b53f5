import fc from 'fast-check';
import type { JsonSchema } from './operations.ts';
import { htmlTexts, oddTexts, sqlTexts } from './texts.ts';

export const fuzzPassword = 'Turnario!2026';

/** What exists at the moment of a call: ids by the kind of thing, and words that open doors. */
export interface Pool {
  ids: Record<IdKind, string[]>;
  /** Those of them that are the caller's own. */
  ownIds: Record<IdKind, string[]>;
  /** Shifts of the caller that have not begun. */
  ownShifts: { id: string; day: string }[];
  worksites: { id: string; name: string; accessCode: string }[];
  emails: string[];
}
export const idKinds = [
  'users',
  'worksites',
  'sessions',
  'shifts',
  'shift_batches',
  'shift_patterns',
  'rosters',
  'unclaimed_people',
  'exchange_requests',
  'completed_swaps',
  'notifications',
  'push_devices',
  'operation_codes',
  'mail_outbox',
] as const;
export type IdKind = (typeof idKinds)[number];

const days = ['14', '16', '17', '20', '21', '28'].map((day) => `2026-11-${day}`);
const times = ['06:00', '14:00', '22:00', '07:00', '20:00', '13:00', '12:15', '', '23:59'];
const cursorOf = (values: unknown): string => Buffer.from(JSON.stringify(values)).toString('base64url');

const nearDay = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...days, '2026-12-05') },
  fc
    .date({ min: new Date('2026-11-01'), max: new Date('2027-02-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const key = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

/** What fits fields of these names better than what their schemas allow. */
const meantFor: [names: string, values: (pool: Pool) => fc.Arbitrary<unknown>][] = [
  ['account', () => fc.constant('invio@turnario.example')],
  // nothing listens there: no mail of a test leaves the machine
  ['host', () => fc.constant('127.0.0.1')],
  ['port', () => fc.constant(9)],
  ['phoneNumber', () => fc.constant('+39 333 1234567')],
  ['token', () => fc.constant('x'.repeat(43))],
  ['p256dh', () => fc.constant(key)],
  ['auth', () => fc.constant('BTBZMqHH6r4Tts7J_aSIgg')],
  ['date day from to requestedDate startsOn', () => nearDay],
  ['endpoint', () => fc.nat(1_000_000).map((n) => `https://push.invalid/${n}`)],
  ['quietFrom quietTo', () => fc.constantFrom('22:00', '07:00', '00:00')],
  ['acceptableDays', () => fc.uniqueArray(nearDay, { minLength: 1, maxLength: 3 })],
  ['startTime endTime secondStartTime secondEndTime', () => fc.constantFrom(...times, null)],
  [
    'email',
    ({ emails }) => {
      const fresh = fc.nat(1e9).map((number) => `nuova${number}@turnario.example`);
      return fc.oneof(fc.constantFrom(...emails), fresh);
    },
  ],
  ['password currentPassword', () => fc.constantFrom(...Array<string>(3).fill(fuzzPassword), 'Altra!2026')],
  [
    'accessCode worksiteAccessCode',
    ({ worksites }) => fc.constantFrom(...worksites.map(({ accessCode }) => accessCode), 'SCONOSCIUTO'),
  ],
  ['confirmName', ({ worksites }) => fc.constantFrom(...worksites.map(({ name }) => name), 'SCONOSCIUTO')],
  ['firstName lastName', () => fc.constantFrom('Anna', 'Zoë D’Amico', htmlTexts[0], sqlTexts[0])],
  [
    'cursor',
    ({ ids }) => {
      const cursors = [
        ['2026-11-20T09:00:00.000Z', ids.shifts[0]],
        ['Rossi', 'Anna', ids.users[0]],
        [1, null, {}],
      ];
      return fc.constantFrom(...cursors.map(cursorOf), 'ciao');
    },
  ],
];
const meant = (name: string, pool: Pool): fc.Arbitrary<unknown> | undefined =>
  meantFor.find(([names]) => names.split(' ').includes(name))?.[1](pool);

const kindOfField: Record<string, IdKind> = {
  offeredShiftId: 'shifts',
  shiftId: 'shifts',
  worksiteId: 'worksites',
  accepterUserId: 'users',
  requesterId: 'users',
  userId: 'users',
  actorId: 'users',
  personId: 'users',
  unclaimedId: 'unclaimed_people',
  ids: 'operation_codes',
};
const kindOfPath: [RegExp, IdKind][] = [
  [/sessions/, 'sessions'],
  [/users|impersonate/, 'users'],
  [/worksites/, 'worksites'],
  [/shifts\/bulk/, 'shift_batches'],
  [/shift-patterns/, 'shift_patterns'],
  [/rosters\/unclaimed/, 'unclaimed_people'],
  [/rosters/, 'rosters'],
  [/shifts/, 'shifts'],
  [/exchanges\/completed/, 'completed_swaps'],
  [/exchange-requests/, 'exchange_requests'],
  [/push/, 'push_devices'],
  [/notifications/, 'notifications'],
  [/operations/, 'operation_codes'],
  [/mails/, 'mail_outbox'],
];

function idFor(name: string, path: string, pool: Pool): fc.Arbitrary<string> {
  const kind = kindOfField[name] ?? kindOfPath.find(([pattern]) => pattern.test(path))?.[1] ?? 'users';
  const others = Object.values(pool.ids).flat();
  const right = pool.ids[kind].length > 0 ? pool.ids[kind] : others;
  const own = pool.ownIds[kind].length > 0 ? pool.ownIds[kind] : right;
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...own) },
    { weight: 4, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
    { weight: 1, arbitrary: fc.constantFrom(crypto.randomUUID(), '00000000-0000-0000-0000-000000000000') },
  );
}

function textFor({ minLength = 0, maxLength = 200, pattern }: JsonSchema): fc.Arbitrary<string> {
  const fits = (text: string): string => text.padEnd(minLength, 'x').slice(0, maxLength);
  const plain = fc.oneof(
    fc.constantFrom(...oddTexts).map(fits),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }).map(fits),
    fc.constantFrom('x', 'è', '<').map((letter) => letter.repeat(maxLength)),
  );
  if (pattern === undefined) return plain;
  const matching = fc
    .stringMatching(new RegExp(pattern), { size: 'small' })
    .map((text) => text.slice(0, maxLength));
  return fc.oneof({ weight: 5, arbitrary: matching }, plain);
}

/** Values that a published schema allows, mostly such that the call also makes sense. */
export function valueFor(schema: JsonSchema, name: string, path: string, pool: Pool): fc.Arbitrary<unknown> {
  const { enum: listed, properties, items } = schema;
  const options = schema.anyOf ?? schema.oneOf;
  if (properties) {
    const fields = Object.entries(properties).map(
      ([field, inner]) => [field, valueFor(inner, field, path, pool)] as const,
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as never[] });
  }
  if (listed) return fc.constantFrom(...listed);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.format === 'uuid' || name === 'offeredShiftId' || name === 'worksiteId')
    return idFor(name, path, pool);
  const hint = meant(name, pool);
  // no mail server but the one meant: what is rendered could be somebody's
  if (hint && (name === 'host' || name === 'port')) return hint;
  const drawn = options
    ? fc.oneof(...options.map((option) => valueFor(option, '', path, pool)))
    : drawnFor(schema, items ? valueFor(items, name, path, pool) : fc.anything());
  return hint ? fc.oneof({ weight: 12, arbitrary: hint }, drawn) : drawn;
}

function drawnFor(schema: JsonSchema, item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { minItems = 0, maxItems = 5, minimum = -10, maximum = 10 } = schema;
  switch (schema.type) {
    case 'string':
      return textFor(schema);
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, 5) });
    case undefined:
      // any JSON
      return fc.jsonValue();
    default:
      throw new Error(`a schema without arbitrary: ${JSON.stringify(schema)}`);
  }
}
