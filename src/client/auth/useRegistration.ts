import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import {
  type RegistrationBody,
  registrationFormSchema,
  taxiContractHours,
} from '../../domain/auth/schema.ts';
import type { RegistrableRole } from '../../domain/users/schema.ts';
import type { WorksiteSummary, WorksiteVariant } from '../../domain/worksites/schema.ts';
import { showFieldErrors, useZodForm } from '../data/useZodForm.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { useRegister } from './api.ts';
import { sessionQuery } from './session.ts';

/** Everything the form holds; which of it is asked for depends on the worksite. */
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

const empty: RegistrationValues = {
  firstName: '',
  lastName: '',
  email: '',
  worksiteId: '',
  accessCode: '',
  role: null,
  contractHours: 8,
  taxiLicense: '',
  phoneNumber: '',
  password: '',
  acceptedTerms: false,
};

/** Milliseconds between the success message and the first page (specification, section 9). */
const redirectAfter = 100;

/** The answer to a registration that the form shows; null while there is none. */
export type Outcome =
  | { kind: 'success' }
  | { kind: 'wrong-code'; text: string }
  | { kind: 'failure'; text: string }
  | null;

const variantOf = (worksites: readonly WorksiteSummary[], id: string): WorksiteVariant =>
  worksites.find((worksite) => worksite.id === id)?.variant ?? 'standard';

function bodyOf(values: RegistrationValues, variant: WorksiteVariant): RegistrationBody {
  const { firstName, lastName, email, worksiteId, accessCode, password } = values;
  const person = {
    firstName,
    lastName,
    email,
    worksiteId,
    accessCode,
    password,
    acceptedTerms: true as const,
  };
  const { taxiLicense, phoneNumber, role, contractHours } = values;
  return variant === 'taxi'
    ? { ...person, role: 'operatore', contractHours: taxiContractHours, taxiLicense, phoneNumber }
    : { ...person, role, contractHours };
}

/** State and actions of the registration form. */
export function useRegistration(worksites: readonly WorksiteSummary[]) {
  const register = useRegister();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>(null);

  // Not checked when a field is left: an error that appears under a press moves its target away, and the press is lost.
  const form = useZodForm<RegistrationValues>({
    schema: (values) => registrationFormSchema(variantOf(worksites, values.worksiteId)),
    defaultValues: empty,
  });

  const refuse = (error: unknown): void => {
    const text = textOf(error, 'Errore durante la registrazione. Verifica i dati e riprova.');
    const isWrongCode = error instanceof HttpError && error.code === 'wrong_access_code';
    setOutcome({ kind: isWrongCode ? 'wrong-code' : 'failure', text });
    if (isWrongCode) form.setError('accessCode', { message: text });
    showFieldErrors(form, error, { shouldFocus: true });
  };

  const submit = form.handleSubmit(async () => {
    setOutcome(null);
    const values = form.getValues();
    try {
      const session = await register.mutateAsync(bodyOf(values, variantOf(worksites, values.worksiteId)));
      setOutcome({ kind: 'success' });
      setTimeout(() => {
        void navigate('/', { replace: true });
        queryClient.setQueryData(sessionQuery.queryKey, session);
      }, redirectAfter);
    } catch (error) {
      refuse(error);
    }
  });

  const worksiteId = useWatch({ control: form.control, name: 'worksiteId' });
  const variant = variantOf(worksites, worksiteId);
  return { form, submit, variant, outcome, dismiss: () => setOutcome(null), isPending: register.isPending };
}
