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

const days = [
  '2026-11-14',
  '2026-11-16',
  '2026-11-17',
  '2026-11-20',
  '2026-11-21',
  '2026-11-28',
  '2026-12-05',
];
const times = ['06:00', '14:00', '22:00', '07:00', '20:00', '13:00', '12:15', '', '23:59'];
const cursorOf = (values: unknown): string => Buffer.from(JSON.stringify(values)).toString('base64url');

const nearDay = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...days) },
  fc
    .date({ min: new Date('2026-11-01'), max: new Date('2027-02-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);

const always: Record<string, unknown> = {
  account: 'invio@turnario.example',
  // nothing listens there: no mail of a test leaves the machine
  host: '127.0.0.1',
  port: 9,
  phoneNumber: '+39 333 1234567',
  token: 'x'.repeat(43),
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

/** What fits a field of this name better than what its schema allows; undefined: nothing special. */
function meant(name: string, pool: Pool): fc.Arbitrary<unknown> | undefined {
  const known = (list: string[]): fc.Arbitrary<unknown> => fc.constantFrom(...list, 'SCONOSCIUTO');
  if (Object.hasOwn(always, name)) return fc.constant(always[name]);
  switch (name) {
    case 'date':
    case 'day':
    case 'from':
    case 'to':
    case 'requestedDate':
    case 'startsOn':
      return nearDay;
    case 'endpoint':
      return fc.nat(1_000_000).map((n) => `https://push.invalid/${n}`);
    case 'quietFrom':
    case 'quietTo':
      return fc.constantFrom('22:00', '07:00', '00:00');
    case 'acceptableDays':
      return fc.uniqueArray(nearDay, { minLength: 1, maxLength: 3 });
    case 'startTime':
    case 'endTime':
    case 'secondStartTime':
    case 'secondEndTime':
      return fc.constantFrom(...times, null);
    case 'email':
      return fc.oneof(
        fc.constantFrom(...pool.emails),
        fc.integer({ min: 0, max: 1e9 }).map((number) => `nuova${number}@turnario.example`),
      );
    case 'password':
    case 'currentPassword':
      return fc.constantFrom(fuzzPassword, fuzzPassword, fuzzPassword, 'Altra!2026');
    case 'accessCode':
    case 'worksiteAccessCode':
      return known(pool.worksites.map(({ accessCode }) => accessCode));
    case 'confirmName':
      return known(pool.worksites.map((worksite) => worksite.name));
    case 'firstName':
    case 'lastName':
      return fc.constantFrom('Anna', 'Zoë D’Amico', htmlTexts[0], sqlTexts[0]);
    case 'cursor':
      return fc.constantFrom(
        cursorOf(['2026-11-20T09:00:00.000Z', pool.ids.shifts[0]]),
        cursorOf(['Rossi', 'Anna', pool.ids.users[0]]),
        cursorOf([1, null, {}]),
        'ciao',
      );
    default:
      return undefined;
  }
}

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
