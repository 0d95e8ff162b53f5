import { z } from 'zod';
import { idSchema, personName, typedLine } from '../text.ts';
import { worksiteSummarySchema } from '../worksites/schema.ts';
import { swapPolicySchema } from '../worksites/swapPolicy.ts';

export const roles = ['operatore', 'team_leader', 'coordinatore', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Roles available at registration; admin is not. */
export const registrableRoles = ['operatore', 'team_leader', 'coordinatore'] as const;
export type RegistrableRole = (typeof registrableRoles)[number];

export const leastContractHours = 4;
export const mostContractHours = 12;

export const contractHoursSchema = z
  .int('Ore contratto devono essere tra 4 e 12')
  .min(leastContractHours)
  .max(mostContractHours);

/** The signed-in person, as the session returns them. */
export const userSchema = z.object({
  id: idSchema,
  worksiteId: idSchema,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  contractHours: z.int(),
  enableFlexibleShifts: z.boolean(),
  taxiLicense: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  isActive: z.boolean(),
  /** Role admin with an address listed in the settings. */
  isCeo: z.boolean(),
  mayReviewCodes: z.boolean(),
  mayApproveSwaps: z.boolean(),
  /** May load rosters of their worksite. */
  mayLoadShifts: z.boolean(),
  /** Accepted the current terms; false if only an earlier version. */
  acceptedTerms: z.boolean(),
  acceptedTermsAt: z.string().nullable(),
  createdAt: z.string(),
});
export type User = z.infer<typeof userSchema>;

/** Answer of sign-in, registration and `GET /api/auth/user`. */
export const sessionSchema = z.object({
  user: userSchema,
  worksite: worksiteSummarySchema.extend({ swapPolicy: swapPolicySchema }),
  isImpersonating: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** Fields decided by others: accepted only with their current value. */
export const decidedSchema = userSchema
  .pick({ role: true, isActive: true, mayReviewCodes: true, mayApproveSwaps: true, mayLoadShifts: true })
  .partial();

/** Body of `PATCH /api/users/{id}`; the access code is that of the person's worksite, not needed in taxi worksites. */
export const updateProfileSchema = decidedSchema.extend({
  firstName: personName('Nome deve essere di almeno 2 caratteri'),
  lastName: personName('Cognome deve essere di almeno 2 caratteri'),
  contractHours: contractHoursSchema,
  enableFlexibleShifts: z.boolean(),
  accessCode: typedLine(80).optional(),
});

export const phonePattern = /^\+?[\d ./-]+$/;

/** Body of `PUT /api/auth/taxi-info`: one taxi field and its value. */
export const taxiInfoSchema = z.discriminatedUnion('field', [
  z.object({
    field: z.literal('taxiLicense'),
    value: typedLine(40, 'Scrivi la licenza taxi').min(1),
  }),
  z.object({
    field: z.literal('phoneNumber'),
    value: typedLine(40, 'Il numero deve avere almeno 8 caratteri')
      .min(8)
      .regex(phonePattern, 'Numero di cellulare non valido'),
  }),
]);
export type TaxiInfo = z.infer<typeof taxiInfoSchema>;

/** Answer of `GET /api/users/{id}/swaps-at-stake`: what changing the contract hours would close. */
export const openSwapCountsSchema = z.object({ requests: z.int(), offers: z.int() });
export type OpenSwapCounts = z.infer<typeof openSwapCountsSchema>;

export const userStatusSchema = z.object({ isActive: z.boolean() });

export const roleNames: Record<Role, string> = {
  operatore: 'Operatore',
  team_leader: 'Team leader',
  coordinatore: 'Coordinatore',
  admin: 'CEO',
};
