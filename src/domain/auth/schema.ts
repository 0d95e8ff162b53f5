import { z } from 'zod';
import { invitationTokenSchema } from '../rosters/schema.invitations.ts';
import { codeText, idSchema, personName, typedLine, typedSecret } from '../text.ts';
import { contractHoursSchema, phonePattern, registrableRoles } from '../users/schema.ts';
import type { WorksiteVariant } from '../worksites/schema.ts';
import { passwordSchema } from './password.ts';

export const taxiContractHours = 7;

/** An address as stored and compared: in lower case and trimmed. */
export const emailSchema = z
  .string('Email non valida')
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Email non valida'));

export const loginSchema = z.object({
  email: emailSchema,
  password: typedSecret('Password deve essere di almeno 6 caratteri')
    .min(6)
    .max(200, 'Password troppo lunga'),
  rememberMe: z.boolean().default(true),
});
export type LoginInput = z.input<typeof loginSchema>;

const requiredLine = (most: number, least: number, missing: string) => typedLine(most, missing).min(least);

const person = {
  email: emailSchema,
  password: passwordSchema,
  firstName: personName('Nome deve essere di almeno 2 caratteri'),
  lastName: personName('Cognome deve essere di almeno 2 caratteri'),
  worksiteId: z.string('Seleziona un cantiere').min(1).pipe(idSchema),
  acceptedTerms: z.literal(true, 'Devi accettare i Termini e Condizioni per continuare'),
};

const accessCodeSchema = requiredLine(80, 4, 'Codice accesso richiesto');
/** Declared in order to be refused. */
const notOneself = z.literal(false, 'Lo decide la direzione').optional();
const roleSchema = z.enum(registrableRoles, 'Seleziona un ruolo');

/**
 * The body of `POST /api/auth/register` as far as it can be checked without the worksite's variant. The access code has
 * two possible names; an invitation's token replaces it.
 */
export const registrationBodySchema = z
  .object({
    ...person,
    role: roleSchema.nullish(),
    mayReviewCodes: notOneself,
    mayApproveSwaps: notOneself,
    mayLoadShifts: notOneself,
    contractHours: contractHoursSchema.nullish(),
    accessCode: accessCodeSchema.optional(),
    worksiteAccessCode: accessCodeSchema.optional(),
    invitation: invitationTokenSchema.optional(),
    taxiLicense: typedLine(40).nullish(),
    phoneNumber: typedLine(40).nullish(),
  })
  .refine(
    ({ accessCode, worksiteAccessCode, invitation }) =>
      (accessCode ?? worksiteAccessCode ?? invitation) !== undefined,
    { error: 'Codice accesso richiesto', path: ['accessCode'] },
  );
export type RegistrationBody = z.input<typeof registrationBodySchema>;

const standardRegistration = z.object({
  ...person,
  accessCode: accessCodeSchema,
  role: roleSchema,
  /** Default: 8. */
  contractHours: contractHoursSchema.nullish(),
});

const taxiRequired = 'Licenza taxi e numero di cellulare sono richiesti per questo cantiere';
const taxiRegistration = z.object({
  ...person,
  accessCode: accessCodeSchema,
  taxiLicense: requiredLine(40, 1, taxiRequired),
  phoneNumber: requiredLine(40, 10, taxiRequired).regex(phonePattern, 'Numero di cellulare non valido'),
});

const stoodFor = { accessCode: true } as const;

/**
 * The registration form of a variant, checked by the form and again by the server.
 * @param isInvited an invitation replaces the access code
 */
export function registrationFormSchema(variant: WorksiteVariant, isInvited = false) {
  if (variant === 'taxi') return isInvited ? taxiRegistration.omit(stoodFor) : taxiRegistration;
  return isInvited ? standardRegistration.omit(stoodFor) : standardRegistration;
}

/** Body of `POST /api/auth/set-password`: a single-use link's token and the new password. */
export const setPasswordSchema = z.object({
  token: codeText(100, 'Link non valido').min(20, 'Link non valido'),
  password: passwordSchema,
});
