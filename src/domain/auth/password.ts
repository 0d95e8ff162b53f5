import { typedSecret } from '../text.ts';

export interface PasswordRequirement {
  id: 'length' | 'uppercase' | 'lowercase' | 'digit' | 'special';
  /** Short text for the checklist. */
  label: string;
  /** Full sentence for the error. */
  message: string;
  isMet: (password: string) => boolean;
}

export const passwordRequirements: readonly PasswordRequirement[] = [
  {
    id: 'length',
    label: 'Almeno 8 caratteri',
    message: 'Password deve essere di almeno 8 caratteri',
    isMet: (password) => password.length >= 8,
  },
  {
    id: 'uppercase',
    label: 'Una lettera maiuscola',
    message: 'Password deve contenere almeno una lettera maiuscola',
    isMet: (password) => /[A-Z]/.test(password),
  },
  {
    id: 'lowercase',
    label: 'Una lettera minuscola',
    message: 'Password deve contenere almeno una lettera minuscola',
    isMet: (password) => /[a-z]/.test(password),
  },
  {
    id: 'digit',
    label: 'Un numero',
    message: 'Password deve contenere almeno un numero',
    isMet: (password) => /\d/.test(password),
  },
  {
    id: 'special',
    label: 'Un carattere speciale (!@#$%^&*)',
    message: 'Password deve contenere almeno un carattere speciale (!@#$%^&*)',
    isMet: (password) => /[!@#$%^&*]/.test(password),
  },
];

export const metRequirements = (password: string): number =>
  passwordRequirements.filter((requirement) => requirement.isMet(password)).length;

/** Colour of the strength bar: red below 3 of 5, yellow above 2, green at 5. */
export function passwordStrength(password: string): 'red' | 'yellow' | 'green' {
  const met = metRequirements(password);
  if (met === passwordRequirements.length) return 'green';
  return met > 2 ? 'yellow' : 'red';
}

/** A new password: all requirements, at most 200 characters. The first unmet requirement is the message. */
export const passwordSchema = typedSecret('Password deve essere di almeno 8 caratteri')
  .max(200, 'Password troppo lunga: al massimo 200 caratteri')
  .superRefine((password, context) => {
    const unmet = passwordRequirements.find((requirement) => !requirement.isMet(password));
    if (unmet) context.addIssue({ code: 'custom', message: unmet.message });
  });
