import { z } from 'zod';
import { daysBetween, isDay, type Week } from '../calendar/day.ts';
import { daySchema, timeSchema } from '../calendar/schema.ts';
import type { PlannedDuty } from '../shifts/duty.ts';
import { cellText, idSchema, saysNoObject, typedLine, withoutStacks } from '../text.ts';
import { keyOfName } from './names.ts';
import { mostNames, rememberedLayoutSchema, rememberedNameSchema } from './remembered.ts';

/** Limits of a roster: people, days, and characters remembered of its file. */
export const mostRosterPeople = 400;
export const mostRosterDays = 62;
const mostRemembered = 20_000;
export const mostNameCharacters = 120;

/** Whether a worksite's roster rows become proposals, or are entered at once. */
export const rosterModes = ['proposta', 'subito'] as const;
export type RosterMode = (typeof rosterModes)[number];

/** A working shift of a roster: the fields of an entry, without day and notes. */
export const rosterDutySchema = z.object(
  {
    workLocation: z.enum(['sede', 'smart_working'], 'Il tabellone contiene solo turni lavorativi'),
    startTime: timeSchema,
    endTime: timeSchema,
    isSplitShift: z.boolean().optional(),
    secondStartTime: timeSchema.nullish(),
    secondEndTime: timeSchema.nullish(),
  },
  saysNoObject('Turno non valido'),
) satisfies z.ZodType<PlannedDuty>;
export type RosterDuty = z.infer<typeof rosterDutySchema>;

const workMeaningSchema = z.object({ kind: z.literal('work'), duty: rosterDutySchema });
const offMeaningSchema = z.object({ kind: z.literal('off') });
const notInLegend = 'Legenda non valida';
const skipMeaningSchema = z.object({ kind: z.literal('skip') });

/** The cell meanings of a worksite's files: work or not, no reasons. */
export const rememberedLegendSchema = z.record(
  cellText(mostRemembered),
  z.union([workMeaningSchema, offMeaningSchema, skipMeaningSchema], notInLegend),
  saysNoObject(notInLegend),
);

/** The cell meanings of the person's own rows. */
export const ownLegendSchema = z.record(
  z.string(),
  z.union([
    workMeaningSchema,
    offMeaningSchema.extend({ absence: z.enum(['libero', 'ferie', 'malattia']) }),
    offMeaningSchema,
    skipMeaningSchema,
  ]),
);

/** A day in a roster. `null`: no work, for any reason. Days not in the roster are not proposed, changed or removed. */
export const rosterDaySchema = z.object(
  { day: daySchema, duty: rosterDutySchema.nullable() },
  saysNoObject('Giorno non valido'),
);
export type RosterDay = z.infer<typeof rosterDaySchema>;
export type RosterShift = RosterDay & { duty: RosterDuty };

const rosterDays = z.array(rosterDaySchema).max(mostRosterDays, `Al massimo ${mostRosterDays} giorni`);
/** The name of a person without an account, as in the file: cleaned, so that a roster is not refused because of it. */
const nameSchema = typedLine(mostNameCharacters, 'Scrivi il nome')
  .overwrite(withoutStacks)
  .refine((name) => keyOfName(name) !== '', 'Scrivi il nome');

const rosterPersonSchema = z.object(
  {
    userId: idSchema,
    /** As written in the file: replaces the days kept under this name. */
    name: nameSchema.optional(),
    days: rosterDays,
  },
  saysNoObject('Persona non valida'),
);

/** A person in the file without an account; only their working shifts are kept. */
const unclaimedPersonSchema = z.object(
  { name: nameSchema, days: rosterDays },
  saysNoObject('Persona non valida'),
);

const legendSchema = z
  .unknown()
  .refine((value) => (JSON.stringify(value) ?? '').length <= mostRemembered, 'Troppo lungo da ricordare')
  .pipe(rememberedLegendSchema);

const daysTwice = 'Un giorno compare due volte o è fuori dal periodo';

/** Body of `POST /api/rosters` and of its preview: the days of a worksite's people in a file. */
export const rosterSchema = z
  .object({
    /** Given by the CEO; default: the caller's worksite. */
    worksiteId: idSchema.optional(),
    /** 'dicembre', 'dal 7 al 20 dicembre': see `nameOfRoster`. */
    title: typedLine(80, 'Scrivi un titolo').min(1, 'Scrivi un titolo'),
    days: z.object({ from: daySchema, to: daySchema }, 'Indica il periodo'),
    people: z.array(rosterPersonSchema).max(mostRosterPeople, `Al massimo ${mostRosterPeople} persone`),
    unclaimed: z
      .array(unclaimedPersonSchema)
      .max(mostRosterPeople, `Al massimo ${mostRosterPeople} persone`)
      .optional(),
    /** Remembered for the worksite if given: `legend` is what cells mean, `layout` where they are. */
    legend: legendSchema.optional(),
    layout: rememberedLayoutSchema.optional(),
    /** The assignments of names, also remembered. */
    names: z.array(rememberedNameSchema).max(mostNames, `Al massimo ${mostNames} nomi`).optional(),
  })
  .refine(({ days }) => !areDays(days) || isRosterSpan(days), {
    path: ['days'],
    error: `Al massimo ${mostRosterDays} giorni`,
  })
  .refine(({ people, unclaimed = [] }) => people.length + unclaimed.length > 0, {
    path: ['people'],
    error: 'Nel tabellone non c’è nessuno',
  })
  .refine(({ people, unclaimed = [] }) => people.length + unclaimed.length <= mostRosterPeople, {
    path: ['unclaimed'],
    error: `Al massimo ${mostRosterPeople} persone`,
  })
  .refine(({ people }) => isDistinct(people.map(({ userId }) => userId)), {
    path: ['people'],
    error: 'Una persona compare due volte',
  })
  .refine(({ unclaimed = [] }) => isDistinct(unclaimed.map(({ name }) => keyOfName(name))), {
    path: ['unclaimed'],
    error: 'Una persona compare due volte',
  })
  .refine(({ names = [] }) => isDistinct(names.map(({ name }) => name)), {
    path: ['names'],
    error: 'Un nome compare due volte',
  })
  .refine(({ people, days }) => areDaysOf(people, days), { path: ['people'], error: daysTwice })
  .refine(({ unclaimed = [], days }) => areDaysOf(unclaimed, days), {
    path: ['unclaimed'],
    error: daysTwice,
  });
export type Roster = z.infer<typeof rosterSchema>;

const areDaysOf = (people: readonly { days: readonly RosterDay[] }[], { from, to }: Week): boolean =>
  people.every(
    ({ days }) => isDistinct(days.map(({ day }) => day)) && days.every(({ day }) => day >= from && day <= to),
  );

/** Invalid days have already been refused at their field. */
const areDays = ({ from, to }: Week): boolean => isDay(from) && isDay(to);

const isRosterSpan = ({ from, to }: Week): boolean => from <= to && daysBetween(from, to) < mostRosterDays;

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;
