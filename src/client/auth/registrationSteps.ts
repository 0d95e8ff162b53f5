import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { registrationFormSchema } from '../../domain/auth/schema.ts';
import type { RegistrableRole } from '../../domain/users/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';

export interface RegistrationValues {
  firstName: string;
  lastName: string;
  email: string;
  worksiteId: string;
  accessCode: string;
  role: RegistrableRole | null;
  contractHours: number;
  taxiLicense: string;
  phoneNumber: string;
  password: string;
  acceptedTerms: boolean;
}

type Name = keyof RegistrationValues;

export const registrationSteps: readonly { title: string; fields: readonly Name[] }[] = [
  { title: 'Chi sei', fields: ['firstName', 'lastName', 'email'] },
  {
    title: 'Il tuo lavoro',
    fields: ['worksiteId', 'accessCode', 'role', 'contractHours', 'taxiLicense', 'phoneNumber'],
  },
  { title: 'La tua password', fields: ['password', 'acceptedTerms'] },
];
export const lastStep = registrationSteps.length - 1;

export const stepOf = (names: readonly string[]): number =>
  registrationSteps.findIndex(({ fields }) => fields.some((field) => names.includes(field)));

/** A step validates its own fields, the last one all. An invitation replaces the access code. */
export function schemaOf(step: number, variant: WorksiteVariant, isInvited: boolean): z.ZodObject {
  const schema = registrationFormSchema(variant, isInvited);
  const asked = Object.entries<z.ZodType>(schema.shape).filter(
    ([name]) => step === lastStep || stepOf([name]) === step,
  );
  return z.object(Object.fromEntries(asked));
}

/** The step stored in the history entry, so that Back returns to the previous step. */
export function useStep() {
  const navigate = useNavigate();
  const { state, hash } = useLocation();
  const step = (state as { step: number } | null)?.step ?? 0;
  const wasReloaded = useRef(step > 0);
  useEffect(() => {
    // a reload loses the input
    if (wasReloaded.current) void navigate({ pathname: '/register', hash }, { replace: true });
    wasReloaded.current = false;
  }, [navigate, hash]);
  return {
    step,
    goTo: (other: number): void => {
      if (other > step) void navigate({ pathname: '/register', hash }, { state: { step: other } });
      else void navigate(other - step);
    },
  };
}

export function useStepFocus({ step, goTo }: ReturnType<typeof useStep>, setFocus: (name: Name) => void) {
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<Name>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (field.current) setFocus(field.current);
    else heading.current?.focus();
    field.current = null;
  }, [step, setFocus]);
  return {
    heading,
    /** Shows the step of the first of these fields, and the field. */
    leadTo: (names: readonly string[]): void => {
      const at = stepOf(names);
      const first = registrationSteps[at]?.fields.find((name) => names.includes(name));
      if (!first || at === step) return;
      field.current = first;
      goTo(at);
    },
  };
}
