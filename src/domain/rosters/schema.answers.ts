import { z } from 'zod';
import { daySchema } from '../calendar/schema.ts';
import { entrySchema } from '../shifts/schema.ts';
import { codeText, idSchema } from '../text.ts';
import { roles } from '../users/schema.ts';
import { worksiteVariants } from '../worksites/variants.ts';
import { rememberedNameSchema } from './remembered.ts';
import { rosterDutySchema, rosterModes } from './schema.ts';

/** How many hours after loading a roster can be undone as a whole. */
export const undoHours = 24;

/** Query of the loader's calls; the CEO names the worksite. */
export const rosterQuerySchema = z.strictObject({ worksiteId: idSchema.optional() });

/** Query of a worksite's grid: both days included, at most 62 days. */
export const gridQuerySchema = rosterQuerySchema.extend({ from: daySchema, to: daySchema });

export const gridFileQuerySchema = gridQuerySchema.extend({
  format: z.enum(['csv', 'xlsx'], 'Scegli il tipo di file'),
});

/** Everybody with a calendar in a worksite, by last name; loaders get working shifts alone, the CEO every entry. */
export const rosterGridSchema = z.array(
  z.object({
    id: idSchema,
    firstName: z.string(),
    lastName: z.string(),
    role: z.enum(roles),
    entries: z.array(entrySchema),
  }),
);
export type RosterGrid = z.infer<typeof rosterGridSchema>;

/** A roster's duty in answers, which are not parsed again. */
export const answeredDutySchema = rosterDutySchema.extend({
  startTime: z.string(),
  endTime: z.string(),
  secondStartTime: z.string().nullish(),
  secondEndTime: z.string().nullish(),
});
const duty = answeredDutySchema.nullable();

/** Everybody with an active account in a worksite, by name. */
const rosterPeople = z.array(z.object({ id: idSchema, firstName: z.string(), lastName: z.string() }));

export const rosterSetupSchema = z.object({
  worksite: z.object({ id: idSchema, name: z.string(), variant: z.enum(worksiteVariants) }),
  people: rosterPeople,
  /** Its people's usual working shifts, the most frequent first. */
  usualDuties: z.array(answeredDutySchema),
  /** As of the last roster; null before the first. */
  legend: z.unknown(),
  layout: z.unknown(),
  /** The remembered assignments of names in its files. */
  names: z.array(rememberedNameSchema.extend({ name: z.string() })),
  mode: z.enum(rosterModes),
});
export type RosterSetup = z.infer<typeof rosterSetupSchema>;

/**
 * A roster's day as shown to the loader: rest, holidays, illness and empty days look the same, and what was loaded last
 * counts if the calendar has no work. `same`: equal to the calendar or to what was loaded last. `new`: work where there
 * was none. `missing`: not in the roster, proposed for removal. `swapped`: never changed. `on_offer`: in an open
 * request or offer, only its owner decides. `refused`: by the rules. `past`: before today.
 */
export const rosterOutcomes = [
  'new',
  'changed',
  'same',
  'swapped',
  'on_offer',
  'missing',
  'refused',
  'past',
] as const;
export type RosterOutcome = (typeof rosterOutcomes)[number];

const rosterCountsSchema = z.record(z.enum(rosterOutcomes), z.int());
export type RosterCounts = z.infer<typeof rosterCountsSchema>;

/** The effect of loading a roster, without writing anything. */
export const rosterPreviewSchema = z.object({
  people: z.array(
    z.object({
      userId: idSchema,
      /** The roster's days except `same` ones. `now`: the current working shift, otherwise what was loaded last. */
      days: z.array(
        z.object({
          day: z.string(),
          outcome: z.enum(rosterOutcomes),
          now: duty,
          reason: z.string().nullable(),
        }),
      ),
    }),
  ),
  counts: rosterCountsSchema,
  /** Ids in the roster unknown in this worksite: left out. */
  unknown: z.array(idSchema),
});
export type RosterPreview = z.infer<typeof rosterPreviewSchema>;

/** A person in a worksite's rosters without an account, with their working shifts from today on. */
export const unclaimedSchema = z.object({
  id: idSchema,
  /** As written in the file. */
  name: z.string(),
  shifts: z.int(),
  from: z.string(),
  to: z.string(),
});
export type Unclaimed = z.infer<typeof unclaimedSchema>;

/** The people without an account, by name, and the people of the worksite they may be assigned to. */
export const unclaimedListSchema = z.object({ waiting: z.array(unclaimedSchema), people: rosterPeople });

export const assignUnclaimedSchema = z.object({ userId: idSchema });

/** How many shifts now await the person's answer. */
export const assignedSchema = z.object({ shifts: z.int() });

export const loadedRosterSchema = z.object({
  /** Null if it equals what was loaded before. */
  id: idSchema.nullable(),
  /** How many people are affected. */
  people: z.int(),
  counts: rosterCountsSchema,
  /** How many of its shifts are kept for people without an account. */
  unclaimed: z.int(),
  unknown: z.array(idSchema),
});
export type LoadedRoster = z.infer<typeof loadedRosterSchema>;

export const rosterSummarySchema = z.object({
  id: idSchema,
  title: z.string(),
  days: z.object({ from: z.string(), to: z.string() }),
  loaderName: z.string(),
  loadedAt: z.string(),
  mode: z.enum(rosterModes),
  /** How many people were affected, and how many have accepted; all, if entered at once. */
  people: z.int(),
  accepted: z.int(),
  /** Null if too late, or undone. */
  undoUntil: z.string().nullable(),
  undoneAt: z.string().nullable(),
});
export type RosterSummary = z.infer<typeof rosterSummarySchema>;
export const rosterListSchema = z.array(rosterSummarySchema);

/** A roster's day as shown to its person: `absence` is on their own ferie or malattia. */
export const proposalKinds = [
  'new',
  'changed',
  'missing',
  'absence',
  'on_offer',
  'swapped',
  'refused',
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** The person's roster days that differ from their calendar. */
export const rosterProposalsSchema = z.object({
  /** Changes when a newer roster arrives; null if nothing is waiting. */
  version: z.string().nullable(),
  /** Of the newest waiting roster. */
  title: z.string(),
  loaderName: z.string(),
  loadedAt: z.string().nullable(),
  days: z.array(
    z.object({
      day: z.string(),
      kind: z.enum(proposalKinds),
      /** Null: no work. */
      duty,
      now: entrySchema.nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** How many days 'Accetta tutto' includes; others need a choice, or cannot be accepted. */
  acceptable: z.int(),
});
export type RosterProposals = z.infer<typeof rosterProposalsSchema>;

/** Body of an answer to proposals: all, or only these days. */
export const rosterAnswerSchema = z.object({
  days: z.array(daySchema).min(1, 'Scegli almeno un giorno').max(400, 'Al massimo 400 giorni').optional(),
  /** The version of the proposals the person saw; otherwise 409. */
  version: codeText(60).optional(),
});
export type RosterAnswer = z.output<typeof rosterAnswerSchema>;

export const acceptedRosterSchema = z.object({
  /** Days entered or removed. */
  accepted: z.int(),
  /** Days that can still be chosen. */
  waiting: z.int(),
});

export const declinedRosterSchema = z.object({ declined: z.int() });
