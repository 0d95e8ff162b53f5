import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { contractHoursSchema, type OpenSwapCounts, updateProfileSchema } from '../../domain/users/schema.ts';
import { forgetSession, useSignedIn } from '../auth/session.ts';
import { showFieldErrors, useZodForm } from '../data/useZodForm.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { showToast } from '../ui/toast.ts';
import { openSwapsQuery, useSaveProfile } from './api.ts';
import { openSwapsText } from './openSwapsText.ts';

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

function useProfileValues() {
  const { firstName, lastName, contractHours, enableFlexibleShifts } = useSignedIn().user;
  return useZodForm<ProfileValues>({
    schema: formSchema,
    defaultValues: { firstName, lastName, contractHours, enableFlexibleShifts, accessCode: '' },
  });
}

/** Swaps that new hours would close; fetched when chosen and again before saving. */
function useOpenSwaps(typedHours: number) {
  const { id, contractHours } = useSignedIn().user;
  const hasOtherHours = typedHours !== contractHours;
  const openSwaps = useQuery({ ...openSwapsQuery(id), enabled: hasOtherHours });
  return {
    /** Null until known, or if nothing would close. */
    effects: hasOtherHours && openSwaps.data ? openSwapsText(openSwaps.data) : null,
    /** @throws the error of the call */
    refetchSwaps: async (): Promise<OpenSwapCounts | null> => {
      if (!hasOtherHours) return null;
      const { data } = await openSwaps.refetch({ throwOnError: true });
      return data && openSwapsText(data) !== null ? data : null;
    },
  };
}

export function useProfileForm({ asksCode }: { asksCode: boolean }) {
  const leave = useLoginRedirect();
  const save = useSaveProfile(useSignedIn().user.id);
  const form = useProfileValues();
  const typedHours = useWatch({ control: form.control, name: 'contractHours' });
  const { effects, refetchSwaps } = useOpenSwaps(typedHours);
  const [failure, setFailure] = useState<string | null>(null);
  const [toConfirm, setToConfirm] = useState<OpenSwapCounts | null>(null);

  const refuse = (error: unknown): void => {
    setFailure(failureText(error));
    if (isSignedOut(error)) leave();
    showFieldErrors(form, error);
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
      showToast({ variant: 'success', title: 'Profilo aggiornato!' });
    } catch (error) {
      refuse(error);
    }
  };
  const submit = form.handleSubmit(async () => {
    try {
      const openSwaps = await refetchSwaps();
      if (openSwaps) setToConfirm(openSwaps);
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
    toConfirm: toConfirm && openSwapsText(toConfirm),
    failure,
    dismiss,
  };
}

/** Milliseconds until a save after the session ended redirects to the login (specification, section 9). */
const redirectAfter = 2000;

/** Redirects to the login page shortly after the message that the session has ended. */
function useLoginRedirect(): () => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return () => {
    setTimeout(() => {
      void forgetSession(queryClient).then(() => navigate('/login', { replace: true }));
    }, redirectAfter);
  };
}
