import { z } from 'zod';
import { defaultRestLimits, type RestRules, restRulesSchema } from '../rest/limits.ts';
import { rosterModes } from '../rosters/schema.ts';
import { idSchema, typedLine, typedName, typedText } from '../text.ts';
import { swapPolicySchema } from './swapPolicy.ts';
import { type WorksiteVariant, worksiteVariants } from './variants.ts';

export { type WorksiteVariant, worksiteVariants } from './variants.ts';

/**
 * What a worksite asks of swaps as to rest, as long as nobody has set it: who drives a taxi on their own account is outside
 * the law on working time (D.Lgs. 66/2003, art. 2).
 */
export const defaultRestRules = (variant: WorksiteVariant): RestRules => ({
  mode: variant === 'taxi' ? 'off' : 'avviso',
  limits: defaultRestLimits,
});

/** What everybody may know of a worksite. The access code is not part of it and never leaves the server. */
export const worksiteSummarySchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  variant: z.enum(worksiteVariants),
});
export type WorksiteSummary = z.infer<typeof worksiteSummarySchema>;

export const worksiteListSchema = z.array(worksiteSummarySchema);

const accessCodeTooShort = 'Il codice di accesso deve essere di almeno 4 caratteri';

export const createWorksiteSchema = z.object({
  name: typedName(120, 'Nome del cantiere richiesto').min(1),
  accessCode: typedLine(80, accessCodeTooShort).min(4, accessCodeTooShort),
  description: typedText(500).nullish(),
  email: z.string('Email non valida').trim().max(254, 'Email non valida').pipe(z.email('Email non valida')),
  isActive: z.boolean().default(true),
});

/** Body of `PATCH /api/ceo/worksites/{id}`: what is not named stays. */
export const updateWorksiteSchema = createWorksiteSchema.partial().extend({
  isActive: z.boolean().optional(),
  restRules: restRulesSchema.optional(),
  swapPolicy: swapPolicySchema.partial().optional(),
  rosterMode: z.enum(rosterModes, 'Scegli come arrivano i turni').optional(),
});

/** Body of `DELETE /api/ceo/worksites/{id}`, which may be left out: its name, as the CEO typed it. */
export const deleteWorksiteSchema = z
  .object({ confirmName: typedLine(120, 'Scrivi il nome del cantiere').optional() })
  .nullish();

export const worksiteContentsSchema = z.object({
  people: z.int(),
  shifts: z.int(),
  /** Swap requests, open and closed. */
  requests: z.int(),
  swaps: z.int(),
  operationCodes: z.int(),
  /** It holds an admin: it cannot be deleted. */
  holdsAdmin: z.boolean(),
});
export type WorksiteContents = z.infer<typeof worksiteContentsSchema>;

export const worksiteSchema = worksiteSummarySchema.extend({
  accessCode: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  userCount: z.int(),
  /** Of these, since midnight in Rome. */
  joinedToday: z.int(),
  /** False for the management's own worksite: nobody registers there. */
  isRegistrationOpen: z.boolean(),
  restRules: restRulesSchema,
  swapPolicy: swapPolicySchema,
  /** What becomes of the rows of its rosters. */
  rosterMode: z.enum(rosterModes),
});
export type Worksite = z.infer<typeof worksiteSchema>;
export const ceoWorksiteListSchema = z.array(worksiteSchema);
