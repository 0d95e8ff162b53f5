import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { type RegistrationBody, taxiContractHours } from '../../domain/auth/schema.ts';
import type { OpenedInvitation } from '../../domain/rosters/schema.invitations.ts';
import type { WorksiteSummary, WorksiteVariant } from '../../domain/worksites/schema.ts';
import { showFieldErrors, useZodForm } from '../data/useZodForm.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { useRegister } from './api.ts';
import {
  lastStep,
  type RegistrationValues,
  schemaOf,
  stepOf,
  useStep,
  useStepFocus,
} from './registrationSteps.ts';
import { sessionQuery } from './session.ts';

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

export type Outcome =
  | { kind: 'success' }
  | { kind: 'wrong-code'; text: string }
  | { kind: 'failure'; text: string }
  | null;

const variantOf = (worksites: readonly WorksiteSummary[], id: string): WorksiteVariant =>
  worksites.find((worksite) => worksite.id === id)?.variant ?? 'standard';

export interface Invitation extends OpenedInvitation {
  token: string;
}

function bodyOf(
  values: RegistrationValues,
  variant: WorksiteVariant,
  invitation: Invitation | null,
): RegistrationBody {
  const { firstName, lastName, email, worksiteId, accessCode, password } = values;
  const person = {
    firstName,
    lastName,
    email,
    worksiteId,
    ...(invitation ? { invitation: invitation.token } : { accessCode }),
    password,
    acceptedTerms: true as const,
  };
  const { taxiLicense, phoneNumber, role, contractHours } = values;
  return variant === 'taxi'
    ? { ...person, role: 'operatore', contractHours: taxiContractHours, taxiLicense, phoneNumber }
    : { ...person, role, contractHours };
}

function useSending(worksites: readonly WorksiteSummary[], invitation: Invitation | null) {
  const register = useRegister();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const send = async (values: RegistrationValues): Promise<void> => {
    const variant = variantOf(worksites, values.worksiteId);
    const session = await register.mutateAsync(bodyOf(values, variant, invitation));
    setTimeout(() => {
      void navigate('/', { replace: true });
      queryClient.setQueryData(sessionQuery.queryKey, session);
    }, redirectAfter);
  };
  return { send, isPending: register.isPending };
}

const uninvited = { invitation: null, onOver: (): void => undefined };

export function useRegistration(
  worksites: readonly WorksiteSummary[],
  { invitation, onOver }: { invitation: Invitation | null; onOver: () => void } = uninvited,
) {
  const steps = useStep();
  const { step, goTo } = steps;
  const [outcome, setOutcome] = useState<Outcome>(null);
  const { send, isPending } = useSending(worksites, invitation);

  // Not checked when a field is left: an error that appears under a press moves its target away, and the press is lost.
  const form = useZodForm<RegistrationValues>({
    schema: (values) => schemaOf(step, variantOf(worksites, values.worksiteId), invitation !== null),
    defaultValues: { ...empty, worksiteId: invitation?.worksite.id ?? '' },
  });
  const { heading, leadTo } = useStepFocus(steps, form.setFocus);

  const refuse = (error: unknown): void => {
    const text = textOf(error, 'Errore durante la registrazione. Verifica i dati e riprova.');
    if (error instanceof HttpError && error.code === 'wrong_access_code') {
      setOutcome({ kind: 'wrong-code', text });
      form.setError('accessCode', { message: text });
      goTo(stepOf(['accessCode']));
      return;
    }
    if (error instanceof HttpError && error.code === 'invitation_over') {
      // keep the input and ask for the code instead
      onOver();
      setOutcome({ kind: 'failure', text });
      goTo(stepOf(['accessCode']));
      return;
    }
    const named = error instanceof HttpError ? Object.keys(error.fields) : [];
    // show field errors only next to their fields
    if (stepOf(named) < 0) setOutcome({ kind: 'failure', text });
    showFieldErrors(form, error, { shouldFocus: true });
    leadTo(named);
  };

  const submit = async (event?: SyntheticEvent): Promise<void> => {
    let isComplete = false;
    const finish = async (): Promise<void> => {
      setOutcome(null);
      isComplete = true;
      if (step === lastStep) await send(form.getValues()).then(() => setOutcome({ kind: 'success' }), refuse);
    };
    await form.handleSubmit(finish, (errors) => leadTo(Object.keys(errors)))(event);
    if (!isComplete || step === lastStep) return;
    // no errors in the next step until it is submitted
    form.reset(undefined, { keepValues: true });
    goTo(step + 1);
  };

  const worksiteId = useWatch({ control: form.control, name: 'worksiteId' });
  const variant = variantOf(worksites, worksiteId);
  const goBack = (): void => goTo(step - 1);
  const dismiss = (): void => setOutcome(null);
  return { form, submit, step, heading, goBack, variant, outcome, dismiss, isPending };
}
