import { z } from 'zod';
import { daySchema } from '../calendar/schema.ts';
import { entrySchema } from '../shifts/schema.ts';
import { codeText, idSchema } from '../text.ts';
import { roles } from '../users/schema.ts';
import { worksiteVariants } from '../worksites/variants.ts';
import { rememberedNameSchema } from './remembered.ts';
import { rosterDutySchema, rosterModes } from './schema.ts';

/** For how many hours after it was loaded a roster can be undone as a whole. */
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

/** A roster's duty as it is answered: what was parsed is not parsed again. */
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
  /** The working shifts that its people have most, the most frequent first. */
  usualDuties: z.array(answeredDutySchema),
  /** As the last roster left them; null before the first. */
  legend: z.unknown(),
  layout: z.unknown(),
  /** Whom names of its files mean, as far as it was said. */
  names: z.array(rememberedNameSchema.extend({ name: z.string() })),
  mode: z.enum(rosterModes),
});
export type RosterSetup = z.infer<typeof rosterSetupSchema>;

/**
 * What a roster's day means for a person, as who loads it may know: rest, holidays, illness and no entry look alike, and what
 * was loaded last counts where the calendar has no work. `same`: it was loaded last, or stands there. `new`: work where there
 * was none. `missing`: work that the roster does not have; it is proposed for removal. `swapped`: came from a completed swap, never touched. `on_offer`: in an open request or
 * offer, only its owner decides. `refused`: by the rules, with the reason. `past`: before today, left alone.
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

/** What loading a roster would do. Nothing is written. */
export const rosterPreviewSchema = z.object({
  people: z.array(
    z.object({
      userId: idSchema,
      /** All of the roster's days but those that stay the `same`. `now`: the working shift that stands there, else what was loaded last. */
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
  /** Ids of the roster that are nobody's in this worksite: left out. */
  unknown: z.array(idSchema),
});
export type RosterPreview = z.infer<typeof rosterPreviewSchema>;

/** Somebody of a worksite's rosters who has no account yet: their working shifts from today on. */
export const unclaimedSchema = z.object({
  id: idSchema,
  /** As written in the file. */
  name: z.string(),
  shifts: z.int(),
  from: z.string(),
  to: z.string(),
});
export type Unclaimed = z.infer<typeof unclaimedSchema>;

/** Who waits for an account, by name, and the people of the worksite whom they may turn out to be. */
export const unclaimedListSchema = z.object({ waiting: z.array(unclaimedSchema), people: rosterPeople });

export const assignUnclaimedSchema = z.object({ userId: idSchema });

/** How many shifts wait for their person's answer now. */
export const assignedSchema = z.object({ shifts: z.int() });

export const loadedRosterSchema = z.object({
  /** Null where it changes nothing of what was loaded before. */
  id: idSchema.nullable(),
  /** How many people it brings news. */
  people: z.int(),
  counts: rosterCountsSchema,
  /** How many shifts wait for people who have no account yet, of this roster. */
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
  /** How many people it brought news, and how many of them have accepted; entered at once, all have. */
  people: z.int(),
  accepted: z.int(),
  /** Null once it is too late, or undone. */
  undoUntil: z.string().nullable(),
  undoneAt: z.string().nullable(),
});
export type RosterSummary = z.infer<typeof rosterSummarySchema>;
export const rosterListSchema = z.array(rosterSummarySchema);

/** The same for the person whose day it is: `absence` stands on their own ferie or malattia. */
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

/** What rosters say of one's own days, and the calendar does not. */
export const rosterProposalsSchema = z.object({
  /** Changes when a newer roster arrives; null where nothing waits. */
  version: z.string().nullable(),
  /** Of the newest roster that waits. */
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
  /** How many of the days 'Accetta tutto' takes over; the others need a choice, or cannot be taken. */
  acceptable: z.int(),
});
export type RosterProposals = z.infer<typeof rosterProposalsSchema>;

/** Body of an answer to proposals: to all, or to these days. */
export const rosterAnswerSchema = z.object({
  days: z.array(daySchema).min(1, 'Scegli almeno un giorno').max(400, 'Al massimo 400 giorni').optional(),
  /** Of the proposals that were read; other ones answer 409. */
  version: codeText(60).optional(),
});
export type RosterAnswer = z.output<typeof rosterAnswerSchema>;

export const acceptedRosterSchema = z.object({
  /** Days that are in the calendar now, or no longer. */
  accepted: z.int(),
  /** Days that can still be chosen. */
  waiting: z.int(),
});

export const declinedRosterSchema = z.object({ declined: z.int() });
