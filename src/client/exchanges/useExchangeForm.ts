import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { type UpdateExchange, updateExchangeSchema } from '../../domain/exchanges/schema.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { HttpError } from '../http/httpError.ts';
import { currentInstant } from '../shifts/clock.ts';
import { useToast } from '../ui/toast.ts';
import type { ExchangeDraft } from './draft.ts';
import { invalidTitle } from './failures.ts';
import { judgeOffer } from './offerChoice.ts';

export interface ExchangeFormFacts {
  /** The person's working shifts that have not begun. */
  shifts: readonly Shift[];
  start: ExchangeDraft;
  /** Hears of every change. */
  onDraft?: ((draft: ExchangeDraft) => void) | undefined;
  /** Why the last attempt failed. */
  error: Error | null;
  onSubmit: (body: UpdateExchange) => void;
}

const resolver = zodResolver(updateExchangeSchema) as unknown as Resolver<ExchangeDraft>;

/** State and actions of the form: checked by the schema, then by the rule that the server asks again. */
export function useExchangeForm({ shifts, start, onDraft, error, onSubmit }: ExchangeFormFacts) {
  const session = useSignedIn();
  const toast = useToast();
  const form = useForm<ExchangeDraft>({ resolver, defaultValues: start });
  const { getValues, handleSubmit, setError, setValue, subscribe } = form;

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onDraft?.(values) }),
    [subscribe, onDraft],
  );

  useEffect(() => {
    const fields = error instanceof HttpError ? error.fields : {};
    for (const name of ['offeredShiftId', 'requestedShiftType', 'requestedDate', 'message'] as const) {
      const message = fields[name];
      if (message) setError(name, { message });
    }
  }, [error, setError]);

  const chooseShift = (id: string) => {
    const shift = shifts.find((candidate) => candidate.id === id);
    setValue('offeredShiftId', id, { shouldValidate: true });
    setValue('requestedDate', shift?.date ?? '', { shouldValidate: true });
    // in the taxi worksite the own type cannot be asked for: its card is about to go
    const isOwnType = shift?.shiftType === getValues('requestedShiftType');
    if (isOwnType && session.worksite.variant === 'taxi') setValue('requestedShiftType', null);
  };

  const submit = handleSubmit(({ offeredShiftId, requestedShiftType, requestedDate, message }) => {
    const shift = shifts.find(({ id }) => id === offeredShiftId) ?? null;
    const offered = { shift, shifts, wanted: requestedShiftType };
    const verdict = judgeOffer(offered, session, currentInstant());
    if (!verdict.ok) {
      const text = messageOf(verdict);
      setError('offeredShiftId', { message: text }, { shouldFocus: true });
      toast({ variant: 'error', title: invalidTitle, text });
      return;
    }
    // the schema lets no empty type pass
    if (requestedShiftType === null) return;
    onSubmit({
      offeredShiftId,
      requestedShiftType,
      requestedDate,
      message: message === '' ? null : message,
    });
  });

  return { form, chooseShift, submit };
}
