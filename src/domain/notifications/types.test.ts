import { describe, expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import type { Entry } from '../shifts/rules.ts';
import {
  entryOf,
  type Fact,
  type FactsOf,
  notificationFactsSchema,
  notificationText,
  type NotificationType,
  notificationTypes,
  type TextSource,
  typeOfFacts,
} from './types.ts';

const day = '2026-11-20';
const duty: Entry = dutyWith();
const week = { from: '2026-11-21', to: '2026-11-27' };
const weeks = { offered: week, wanted: { from: '2026-11-28', to: '2026-12-04' } };
const holidays = { kind: 'ferie', ...weeks } as const;
const code = { type: 'OPP', code: 'OP1' } as const;

/** One example of each kind of news, with the type it belongs to. */
const examples: { [F in Fact]: [NotificationType, Omit<FactsOf<F>, 'fact'>] } = {
  request_published: ['new_exchange_request', { offered: duty, wanted: 'pomeriggio', own: duty }],
  week_published: ['new_exchange_request', { week, offered: duty, wanted: null }],
  holidays_published: ['new_exchange_request', { weeks }],
  day_published: ['new_exchange_request', { offered: duty, wanted: null }],
  requests_match: ['exchange_match', { time: holidays }],
  shift_recorded: ['new_compatible_shift', { duty }],
  week_recorded: ['new_compatible_shift', { week, duty }],
  shift_offered: ['request_pre_accepted', { duty }],
  week_offered: ['request_pre_accepted', { week, duty }],
  holidays_offered: ['request_pre_accepted', { weeks }],
  day_offered: ['request_pre_accepted', { duty, free: '2026-11-28' }],
  offer_accepted: ['exchange_accepted', { time: day }],
  shift_swapped: ['exchange_completed', { received: duty }],
  day_swapped: ['exchange_completed', { received: duty, free: '2026-11-28' }],
  week_swapped: ['exchange_completed', { week, shift: duty, days: 3 }],
  holidays_swapped: ['exchange_completed', { free: weeks.wanted, work: week }],
  other_chosen: ['exchange_declined', { time: day }],
  request_closed: ['shift_updated', { time: day }],
  offer_day_gone: ['shift_updated', { duty }],
  offer_begun: ['shift_updated', { duty, hours: 0 }],
  own_offer_begun: ['exchange_declined', { duty, hours: 24 }],
  offer_lapsed: ['shift_updated', { time: day }],
  offer_withdrawn: ['exchange_rejected', { time: day }],
  nobody_left: ['exchange_rejected', { time: day }],
  request_expired: ['exchange_rejected', { time: day }],
  offer_expired: ['exchange_declined', { time: day }],
  offer_refused: ['exchange_declined', { time: day }],
  request_withdrawn: ['exchange_declined', { time: day }],
  request_changed: ['shift_updated', { time: { ...holidays, kind: 'settimana' } }],
  approval_wanted: ['approval_wanted', { time: day }],
  approval_reminder: ['approval_wanted', { time: day }],
  approval_refused: ['approval_refused', { time: day, reason: 'Serve chi conosce il reparto.' }],
  approval_expired: ['exchange_rejected', { time: day }],
  offer_approval_expired: ['exchange_declined', { time: day }],
  owner_left: ['shift_updated', { time: day }],
  offerer_left: ['shift_updated', { time: day }],
  contract_changed: ['shift_updated', { time: day }],
  account_deactivated: ['shift_updated', { time: day }],
  rules_changed: [
    'rules_changed',
    { rest: 'blocco', cutoffHours: 24, kinds: ['turno', 'giorno'], approval: 'sempre' },
  ],
  roster_arrived: [
    'roster_arrived',
    { title: 'dicembre', shifts: 20, changes: 2, isEntered: false, questions: 0 },
  ],
  roster_entered: [
    'roster_changed',
    { title: 'dicembre', shifts: 20, changes: 2, isEntered: true, questions: 0 },
  ],
  roster_undone: ['roster_changed', { title: 'dicembre' }],
  ceo_entered: ['impersonation', {}],
  ceo_left: ['impersonation', {}],
  password_link_made: ['password_link', {}],
  codes_reviewed: ['operation_reviewed', { codes: [code], count: 1, status: 'approved', reason: null }],
  code_reopened: ['operation_reviewed', { code, status: 'rejected' }],
  code_deleted: ['operation_reviewed', { code }],
};
const withoutPerson = new Set([
  'nobody_left',
  'request_expired',
  'approval_expired',
  'contract_changed',
  'account_deactivated',
  'rules_changed',
  'roster_arrived',
  'roster_entered',
  'roster_undone',
  'codes_reviewed',
  'code_reopened',
  'code_deleted',
]);

describe.each(Object.entries(examples))('%s', (fact, [type, fields]) => {
  const stored = notificationFactsSchema.parse({ fact, ...fields, name: 'Anna Verdi' });
  const source: TextSource = { type, facts: stored, person: 'Zoë D’Amico', end: null };

  test('is stored as its facts alone, under its type', () => {
    expect(stored).toEqual({ fact, ...fields });
    expect(typeOfFacts(stored)).toBe(type);
  });

  test('uses the person’s current name, or none', () => {
    const { title, message } = notificationText(source);
    expect(title).not.toBe('');
    expect(message.includes('Zoë D’Amico')).toBe(!withoutPerson.has(fact));
    expect(notificationText({ ...source, person: null }).message).toBe(
      message.replaceAll('Zoë D’Amico', 'Ex collega'),
    );
  });

  test('says how its matter ended instead of what to do', () => {
    const { message } = notificationText({ ...source, end: 'La richiesta è scaduta.' });
    expect(message).toMatch(/\. La richiesta è scaduta\.$/);
    expect(message).not.toContain('Conferma');
  });
});

test('a call to action is shown only while the matter waits', () => {
  const facts = { fact: 'shift_offered', duty } as const;
  const source: TextSource = { type: 'request_pre_accepted', facts, person: 'Marco Bianchi', end: null };
  const offers = 'Marco Bianchi accetta lo scambio e offre il turno di ven 20 nov, 06:00–14:00.';
  expect(notificationText(source).message).toBe(`${offers} Conferma per completarlo.`);
  expect(notificationText({ ...source, end: 'È finita.' }).message).toBe(`${offers} È finita.`);
});

test.each(notificationTypes)('%s without facts uses the general sentence of its type', (type) => {
  const source: TextSource = { type, facts: null, person: 'Anna Verdi', end: null };
  const { title, discreet } = entryOf(type);
  expect(notificationText(source)).toEqual({ title, message: `${discreet}.` });
  expect(notificationText({ ...source, end: 'È finita.' }).message).toBe(`${discreet}. È finita.`);
});

test.each([
  { fact: 'of_a_later_version', time: day },
  { fact: 'offer_accepted' },
  { time: day },
  null,
  'offer_accepted',
])('%j are not valid facts', (facts) => {
  expect(notificationFactsSchema.safeParse(facts).success).toBe(false);
});
