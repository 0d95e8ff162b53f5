import { z } from 'zod';
import { daySchema } from '../calendar/schema.ts';
import { shiftTypes } from '../shifts/duty.ts';
import { codeText, idSchema } from '../text.ts';
import { mostDays, withinDaysChoices } from './askedDays.ts';
import { exchangeKinds } from './kinds.ts';
import { textsShape } from './requestTexts.ts';
import { exchangeTabs } from './schema.ts';

/** `giorno`: the days on which the requester would work instead, chosen or within a distance. */
const askedDaysShape = {
  /** True or omitted for `giorno`; otherwise false. */
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

/** The form of kinds `turno` and `settimana`. */
export const updateExchangeSchema = createExchangeSchema
  .pick({ offeredShiftId: true, requestedDate: true, requesterId: true, status: true })
  .extend({ ...textsShape, requestedShiftType: z.enum(shiftTypes, 'Seleziona il tipo di turno desiderato') });

/** Body of `PUT /api/exchange-requests/{id}` of any kind; `ferie` has no wanted type, for `giorno` it is optional. */
export const changeExchangeSchema = updateExchangeSchema.extend({
  requestedShiftType: z.enum(shiftTypes, 'Seleziona il tipo di turno desiderato').nullish(),
  /** `giorno`; unchanged if omitted. */
  ...askedDaysShape,
});
export type ChangeExchange = z.input<typeof changeExchangeSchema>;

/** The `version` the caller saw and decided on; if omitted, the stored one applies. */
export const seenVersionSchema = codeText(64).optional();

/**
 * Optional body of `POST …/{id}/pre-accept`; `version` is the request's. `shiftId`: the own shift given in a `giorno`;
 * if omitted, the only eligible one. It replaces an earlier choice.
 */
export const preAcceptSchema = z.object({ version: seenVersionSchema, shiftId: idSchema.optional() });

/** Query of `GET …/{id}/rest`: the colleague whose offer the requester views, or the own shift to give in a `giorno`. */
export const restQuerySchema = z.strictObject({
  accepterUserId: idSchema.optional(),
  shiftId: idSchema.optional(),
});

/**
 * Body of `DELETE …/{id}/cancel-pre-accept`: without `accepterUserId` the caller's own offer, otherwise that
 * colleague's. `isUndo` withdraws the own offer without leaving a rejection, so the request can be taken again.
 */
export const cancelPreAcceptSchema = z.object({
  accepterUserId: idSchema.optional(),
  isUndo: z.boolean().optional(),
});

/** Body of `POST …/{id}/final-confirm`: whose offer to take, optional if there is only one, and the `version` of that offer. */
export const finalConfirmSchema = z.object({
  accepterUserId: idSchema.optional(),
  version: seenVersionSchema,
});

export const exchangeListQuerySchema = z.strictObject({
  tab: z.enum(exchangeTabs).default('disponibili'),
  cursor: codeText(200).optional(),
});
