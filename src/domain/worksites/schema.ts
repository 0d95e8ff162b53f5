import { z } from 'zod';
import { defaultRestLimits, type RestRules, restRulesSchema } from '../rest/limits.ts';
import { rosterModes } from '../rosters/schema.ts';
import { idSchema, typedLine, typedName, typedText } from '../text.ts';
import { swapPolicySchema } from './swapPolicy.ts';
import { type WorksiteVariant, worksiteVariants } from './variants.ts';

export { type WorksiteVariant, worksiteVariants } from './variants.ts';

/** The default rest rules for swaps: self-employed taxi drivers are outside the law on working time (D.Lgs. 66/2003, art. 2). */
export const defaultRestRules = (variant: WorksiteVariant): RestRules => ({
  mode: variant === 'taxi' ? 'off' : 'avviso',
  limits: defaultRestLimits,
});

/** The public data of a worksite. The access code is not part of it and never leaves the server. */
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

/** Body of `PATCH /api/ceo/worksites/{id}`: only the fields to change. */
export const updateWorksiteSchema = createWorksiteSchema.partial().extend({
  isActive: z.boolean().optional(),
  restRules: restRulesSchema.optional(),
  swapPolicy: swapPolicySchema.partial().optional(),
  rosterMode: z.enum(rosterModes, 'Scegli come arrivano i turni').optional(),
});

/** Optional body of `DELETE /api/ceo/worksites/{id}`: the worksite's name, as typed by the CEO. */
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
  /** It has an admin and cannot be deleted. */
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
  /** False for the management worksite: nobody can register there. */
  isRegistrationOpen: z.boolean(),
  restRules: restRulesSchema,
  swapPolicy: swapPolicySchema,
  /** How the rows of its rosters are handled. */
  rosterMode: z.enum(rosterModes),
});
export type Worksite = z.infer<typeof worksiteSchema>;
export const ceoWorksiteListSchema = z.array(worksiteSchema);
