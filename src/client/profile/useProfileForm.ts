import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { contractHoursSchema, type SwapsAtStake, updateProfileSchema } from '../../domain/users/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { useToast } from '../ui/toast.ts';
import { stakeQuery, useSaveProfile } from './api.ts';
import { stakeText } from './stakeText.ts';
import { useWayOut } from './useWayOut.ts';

const formSchema = z.object({
  ...updateProfileSchema.shape,
  contractHours: contractHoursSchema,
  accessCode: z.string(),
});
type ProfileValues = z.infer<typeof formSchema>;

const isSignedOut = (error: unknown): boolean => error instanceof HttpError && error.status === 401;

const failureText = (error: unknown): string =>
  isSignedOut(error)
    ? 'La sessione è scaduta: tra un attimo torni alla pagina di accesso.'
    : textOf(error, 'Le modifiche non sono state salvate. Riprova.');

/** The form itself, filled with what is saved. */
function useProfileValues() {
  const { firstName, lastName, contractHours, enableFlexibleShifts } = useSignedIn().user;
  return useForm<ProfileValues>({
    resolver: zodResolver(formSchema),
    defaultValues: { firstName, lastName, contractHours, enableFlexibleShifts, accessCode: '' },
  });
}

/** What the server says of single fields, beside them. */
function markFields(form: UseFormReturn<ProfileValues>, error: unknown): void {
  if (!(error instanceof HttpError)) return;
  for (const [field, message] of Object.entries(error.fields)) {
    if (field in form.getValues()) form.setError(field as keyof ProfileValues, { message });
  }
}

/** What other hours would close: read when they are chosen, and again before they are saved. */
function useStake(typedHours: number) {
  const { id, contractHours } = useSignedIn().user;
  const hasOtherHours = typedHours !== contractHours;
  const stake = useQuery({ ...stakeQuery(id), enabled: hasOtherHours });
  return {
    /** Once it is known; null where nothing would close. */
    effects: hasOtherHours && stake.data ? stakeText(stake.data) : null,
    /** @throws the error of the call */
    readAgain: async (): Promise<SwapsAtStake | null> => {
      if (!hasOtherHours) return null;
      const { data } = await stake.refetch({ throwOnError: true });
      return data && stakeText(data) !== null ? data : null;
    },
  };
}

/** State and actions of the profile's form: what is typed, what it would close, and why it was refused. */
export function useProfileForm({ asksCode }: { asksCode: boolean }) {
  const toast = useToast();
  const leave = useWayOut();
  const save = useSaveProfile(useSignedIn().user.id);
  const form = useProfileValues();
  const typedHours = useWatch({ control: form.control, name: 'contractHours' });
  const { effects, readAgain } = useStake(typedHours);
  const [failure, setFailure] = useState<string | null>(null);
  const [toConfirm, setToConfirm] = useState<SwapsAtStake | null>(null);

  const refuse = (error: unknown): void => {
    setFailure(failureText(error));
    if (isSignedOut(error)) leave();
    markFields(form, error);
  };
  const dismiss = (): void => {
    setToConfirm(null);
    setFailure(null);
  };
  const send = async (): Promise<void> => {
    dismiss();
    const { accessCode, ...profile } = formSchema.parse(form.getValues());
    try {
      await save.mutateAsync(asksCode ? { ...profile, accessCode } : profile);
      form.reset({ ...profile, accessCode: '' });
      toast({ variant: 'success', title: 'Profilo aggiornato!' });
    } catch (error) {
      refuse(error);
    }
  };
  const submit = form.handleSubmit(async () => {
    try {
      const stake = await readAgain();
      if (stake) setToConfirm(stake);
      else await send();
    } catch (error) {
      refuse(error);
    }
  });

  return {
    form,
    submit,
    send: () => void send(),
    isPending: save.isPending,
    typedHours,
    effects,
    toConfirm: toConfirm && stakeText(toConfirm),
    failure,
    /** Closes the question or the refusal. */
    dismiss,
  };
}
