import { z } from 'zod';
import { exchangeKinds } from '../exchanges/kinds.ts';
import { swapWeeksSchema, weekSchema } from '../exchanges/weeks.ts';
import { operationTypes } from '../operations/schema.ts';
import { restModes } from '../rest/limits.ts';
import { shiftTypes } from '../shifts/duty.ts';
import { datedDutySchema } from '../shifts/schema.ts';
import { approvalModes } from '../worksites/swapPolicy.ts';

// What a notification stores: ids and facts, never a name or a sentence. The person it is about stands beside the facts;
// `notificationText.it.ts` makes the text when it is read. A new kind of news gets a line here and one there.

const duty = datedDutySchema;
const wanted = z.enum(shiftTypes).nullable();
const code = z.object({ type: z.enum(operationTypes), code: z.string() });
/** A day, a day for another one, or whole weeks of the taxi worksite. */
const time = z.union([
  z.string(),
  z.object({ kind: z.literal('giorno'), day: z.string() }),
  swapWeeksSchema.extend({ kind: z.enum(['settimana', 'ferie']) }),
]);

const shapes = {
  request_published: { offered: duty, wanted },
  week_published: { week: weekSchema, offered: duty, wanted },
  holidays_published: { weeks: swapWeeksSchema },
  /** On `days` the reader works what is asked for; older news do not say them. */
  day_published: { offered: duty, wanted, days: z.array(z.string()).default([]) },
  requests_match: { time },
  shift_recorded: { duty },
  week_recorded: { week: weekSchema, duty },
  shift_offered: { duty },
  week_offered: { week: weekSchema, duty },
  holidays_offered: { weeks: swapWeeksSchema },
  day_offered: { duty, free: z.string() },
  offer_accepted: { time },
  shift_swapped: { received: duty },
  day_swapped: { received: duty, free: z.string() },
  week_swapped: { week: weekSchema, shift: duty, days: z.int() },
  holidays_swapped: { free: weekSchema, work: weekSchema },
  other_chosen: { time },
  request_closed: { time },
  offer_lapsed: { time },
  /** The requester of a `giorno` can no longer work on the day of the offered shift. */
  offer_day_gone: { duty },
  /** Of a `giorno`: the colleague’s shift has begun, or will in so many hours; to the requester, and to the colleague. */
  offer_begun: { duty, hours: z.int().default(0) },
  own_offer_begun: { duty, hours: z.int().default(0) },
  offer_withdrawn: { time },
  nobody_left: { time },
  request_expired: { time },
  offer_expired: { time },
  offer_refused: { time },
  request_withdrawn: { time },
  request_changed: { time },
  /** To approvers; the same again after a day. */
  approval_wanted: { time },
  approval_reminder: { time },
  approval_refused: { time, reason: z.string() },
  /** Nobody approved in time: to the requester, and to the colleague. */
  approval_expired: { time },
  offer_approval_expired: { time },
  owner_left: { time },
  offerer_left: { time },
  contract_changed: { time },
  account_deactivated: { time },
  /** What is other now, the rest null: the mode for rest (or its limits), and parts of the swap policy. */
  rules_changed: {
    rest: z.enum(restModes).nullable().default(null),
    cutoffHours: z.int().nullable().default(null),
    kinds: z.array(z.enum(exchangeKinds)).nullable().default(null),
    approval: z.enum(approvalModes).nullable().default(null),
  },
  /** A roster brings that many shifts where there was no work, and changes or removes others; some wait for a choice. */
  roster_arrived: {
    title: z.string(),
    shifts: z.int(),
    changes: z.int(),
    isEntered: z.boolean(),
    questions: z.int(),
  },
  roster_undone: { title: z.string() },
  ceo_entered: {},
  ceo_left: {},
  /** The first codes by name, the others as a number. */
  codes_reviewed: {
    codes: z.array(code),
    count: z.int(),
    status: z.enum(['approved', 'rejected']),
    reason: z.string().nullable(),
  },
  /** `status` as it was. */
  code_reopened: { code, status: z.enum(['approved', 'rejected']) },
  code_deleted: { code },
} satisfies Record<string, z.ZodRawShape>;

type Shapes = typeof shapes;
export type Fact = keyof Shapes;
export type FactsOf<F extends Fact> = { fact: F } & { [Name in keyof Shapes[F]]: z.output<Shapes[F][Name]> };
export type NotificationFacts = { [F in Fact]: FactsOf<F> }[Fact];

const facts = Object.keys(shapes) as Fact[];
const options = facts.map((fact) => z.object({ fact: z.literal(fact), ...shapes[fact] }));

// the compiler does not see through the mapping: what the options are is what the types above say
export const notificationFactsSchema = z.discriminatedUnion(
  'fact',
  options as [(typeof options)[number]],
) as unknown as z.ZodType<NotificationFacts>;
