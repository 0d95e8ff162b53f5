import { z } from 'zod';
import { daySchema, timeSchema } from '../calendar/schema.ts';
import { idSchema, saysNoObject, typedLine, typedText } from '../text.ts';
import { mostAtOnce } from './bulk.ts';
import { type Duty, shiftTypes, workLocations } from './duty.ts';
import { mostDaysOfStep, mostPatterns, mostSteps } from './patterns.ts';

const workLocationSchema = z.enum(workLocations, 'Scegli il tipo di giornata');

/** An empty time field is sent as '', null or omitted; all mean 'no time'. */
const optionalTime = z
  .union([timeSchema, z.literal('').transform(() => null), z.null()], 'Orario non valido (HH:MM)')
  .optional();

const notesSchema = typedText(1000).nullish();

/** Body of `POST /api/shifts`: one entry on one day. */
export const createShiftSchema = z.object(
  {
    date: daySchema,
    workLocation: workLocationSchema,
    startTime: optionalTime,
    endTime: optionalTime,
    isSplitShift: z.boolean().optional(),
    secondStartTime: optionalTime,
    secondEndTime: optionalTime,
    notes: notesSchema,
    /** Whose entry: only the caller's own id is accepted. */
    userId: idSchema.optional(),
  },
  saysNoObject('Giornata non valida'),
);
export type CreateShift = z.input<typeof createShiftSchema>;

/** Body of `POST /api/shifts/bulk`: all of these entries or none. */
export const bulkShiftsSchema = z.object({
  shifts: z
    .array(createShiftSchema)
    .min(1, 'Scegli almeno un giorno')
    .max(mostAtOnce, `Al massimo ${mostAtOnce} giornate`),
  /** Replaces entries of the same days; if omitted, those days are refused. */
  isReplacing: z.boolean().optional(),
});

/** Body of `PATCH /api/shifts/{id}`: only the fields to change. */
export const updateShiftSchema = createShiftSchema.partial();
export type UpdateShift = z.input<typeof updateShiftSchema>;

/** Who a duty was swapped with, and when (an instant). */
export const exchangeInfoSchema = z.object({
  exchangePartner: z.string(),
  completedDate: z.string(),
});
export type ExchangeInfo = z.infer<typeof exchangeInfoSchema>;

/** A duty, as calendars and cards show it and swaps exchange it. */
export const dutySchema = z.object({
  workLocation: z.enum(workLocations),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  shiftType: z.enum(shiftTypes).nullable(),
  isSplitShift: z.boolean(),
  secondStartTime: z.string().nullable(),
  secondEndTime: z.string().nullable(),
}) satisfies z.ZodType<Duty>;

/** A duty on its day. */
export const entrySchema = dutySchema.extend({ date: z.string() });

export const shiftSchema = entrySchema.extend({
  id: idSchema,
  userId: idSchema,
  notes: z.string().nullable(),
  /** The swap that created this entry, or null. */
  exchangeInfo: exchangeInfoSchema.nullable(),
  /** The open request that offers this shift, or null. */
  openRequestId: idSchema.nullable(),
  /** A colleague's request with a swap awaiting approval that includes this entry, or null. */
  reservedRequestId: idSchema.nullable(),
});
export type Shift = z.infer<typeof shiftSchema>;

export const shiftListSchema = z.array(shiftSchema);

/** Entries recorded together, without those that existed before. */
export const shiftBatchSchema = z.object({
  /** The id for undoing them; null if nothing changed. */
  id: idSchema.nullable(),
  shifts: shiftListSchema,
  replaced: z.int(),
});
export type ShiftBatch = z.infer<typeof shiftBatchSchema>;

/** The result of undoing entries recorded together. */
export const takenBackSchema = z.object({
  removed: z.int(),
  /** Replaced entries that were restored. */
  restored: z.int(),
  /** Changed since, part of a swap, or past. */
  kept: z.int(),
});
export type TakenBack = z.infer<typeof takenBackSchema>;

/** One step of a rotation: a duty on `days` consecutive days. */
const stepSchema = z.object({
  duty: createShiftSchema.omit({ date: true, notes: true, userId: true }),
  days: z
    .int('Scegli quanti giorni')
    .min(1, 'Scegli quanti giorni')
    .max(mostDaysOfStep, `Al massimo ${mostDaysOfStep} giorni di fila`),
});

/** Body of `POST /api/shift-patterns`: a rotation to save; replaces one of the same name. */
export const newPatternSchema = z.object({
  name: typedLine(40, 'Dai un nome alla rotazione').min(1, 'Dai un nome alla rotazione'),
  steps: z.array(stepSchema).min(1, 'La rotazione è vuota').max(mostSteps, `Al massimo ${mostSteps} passi`),
  /** A day on which the first step begins. */
  startsOn: daySchema,
});
export type NewPattern = z.input<typeof newPatternSchema>;

export const shiftPatternSchema = z.object({
  id: idSchema,
  name: z.string(),
  steps: z.array(z.object({ duty: dutySchema.omit({ shiftType: true }), days: z.int() })),
  startsOn: z.string(),
});
export type ShiftPattern = z.infer<typeof shiftPatternSchema>;

/** By name. */
export const shiftPatternListSchema = z.array(shiftPatternSchema).max(mostPatterns);

/** Query of the calendar and of the caller's entries: both days included, at most 400 days. */
export const shiftRangeSchema = z.strictObject({ from: daySchema.optional(), to: daySchema.optional() });

/** Query of the caller's entries as a file: both days included, at most 400 days. */
export const shiftFileQuerySchema = z.strictObject({
  format: z.enum(['csv', 'xlsx', 'ics'], 'Scegli il tipo di file'),
  from: daySchema,
  to: daySchema,
});
export type ShiftFile = z.infer<typeof shiftFileQuerySchema>['format'];

/** Query of the team's day: today or later. */
export const teamDayQuerySchema = z.strictObject({ day: daySchema });

export const workingColleagueSchema = dutySchema
  .omit({ workLocation: true })
  .extend({ id: idSchema, name: z.string() });
export type WorkingColleague = z.infer<typeof workingColleagueSchema>;

export const mostTeam = 300;

/** Working colleagues of the same role and contract hours, by start time. */
export const teamDaySchema = z.object({
  colleagues: z.array(workingColleagueSchema),
  /** Including those not listed. */
  total: z.int(),
});
export type TeamDay = z.infer<typeof teamDaySchema>;
