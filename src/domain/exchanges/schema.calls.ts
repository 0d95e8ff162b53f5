import { z } from 'zod';
import { daySchema } from '../calendar/schema.ts';
import { shiftTypes } from '../shifts/duty.ts';
import { codeText, idSchema } from '../text.ts';
import { mostDays, withinDaysChoices } from './askedDays.ts';
import { exchangeKinds } from './kinds.ts';
import { textsShape } from './requestTexts.ts';
import { exchangeTabs } from './schema.ts';

/** On which days the requester of a `giorno` would work instead: chosen ones, or any within so many days. */
const askedDaysShape = {
  /** True for `giorno`, which may leave it out; otherwise false. */
  acceptFlexibleDates: z.boolean().optional(),
  acceptableDays: z
    .array(daySchema)
    .min(1, 'Scegli almeno un giorno in cui lavoreresti')
    .max(mostDays, `Scegli al massimo ${mostDays} giorni`)
    .refine((days) => new Set(days).size === days.length, 'Hai scelto due volte lo stesso giorno: toglilo')
    .optional(),
  withinDays: z.literal([...withinDaysChoices], 'Scegli entro 7 o 14 giorni').optional(),
};

export const createExchangeSchema = z.object({
  kind: z.enum(exchangeKinds).optional(),
  offeredShiftId: z.string('Seleziona il turno da offrire').min(1).pipe(idSchema),
  requestedShiftType: z.enum(shiftTypes, 'Seleziona il tipo di turno desiderato').nullish(),
  requestedDate: z.string('Seleziona la data desiderata').min(1).pipe(daySchema),
  ...textsShape,
  ...askedDaysShape,
  /** Only the caller's own id is accepted. */
  requesterId: idSchema.optional(),
  status: z.literal('aperta').optional(),
});
export type CreateExchange = z.input<typeof createExchangeSchema>;

/** What the forms of kinds `turno` and `settimana` ask for. */
export const updateExchangeSchema = createExchangeSchema
  .pick({ offeredShiftId: true, requestedDate: true, requesterId: true, status: true })
  .extend({ ...textsShape, requestedShiftType: z.enum(shiftTypes, 'Seleziona il tipo di turno desiderato') });

/** Body of `PUT /api/exchange-requests/{id}` of any kind; `ferie` goes without a wanted type, `giorno` may. */
export const changeExchangeSchema = updateExchangeSchema.extend({
  requestedShiftType: z.enum(shiftTypes, 'Seleziona il tipo di turno desiderato').nullish(),
  /** Of a `giorno`; left out, they stay. */
  ...askedDaysShape,
});
export type ChangeExchange = z.input<typeof changeExchangeSchema>;

/** The `version` of what the caller looked at and decided on; left out, whatever is stored counts. */
export const seenVersionSchema = codeText(64).optional();

/**
 * Body of `POST …/{id}/pre-accept`, which may be left out: `version` is the request's. For a `giorno` also which own shift
 * is given; left out, the only one that fits. Another one than before takes its place.
 */
export const preAcceptSchema = z.object({ version: seenVersionSchema, shiftId: idSchema.optional() });

/** Query of `GET …/{id}/rest`: whose offer the requester looks at, or which own shift a colleague would give in a `giorno`. */
export const restQuerySchema = z.strictObject({
  accepterUserId: idSchema.optional(),
  shiftId: idSchema.optional(),
});

/**
 * Body of `DELETE …/{id}/cancel-pre-accept`: without a name the caller's own offer, with one that colleague's. `isUndo`: the
 * own one was a mistake and leaves no answer, so the request can be taken as before; otherwise it counts as a rejection.
 */
export const cancelPreAcceptSchema = z.object({
  accepterUserId: idSchema.optional(),
  isUndo: z.boolean().optional(),
});

/**
 * Body of `POST …/{id}/final-confirm`: whose offer is taken, which may be left out when there is only one, and the
 * `version` of that offer.
 */
export const finalConfirmSchema = z.object({
  accepterUserId: idSchema.optional(),
  version: seenVersionSchema,
});

export const exchangeListQuerySchema = z.strictObject({
  tab: z.enum(exchangeTabs).default('disponibili'),
  cursor: codeText(200).optional(),
});
