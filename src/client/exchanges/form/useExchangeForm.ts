import { useEffect } from 'react';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import { type UpdateExchange, updateExchangeSchema } from '../../../domain/exchanges/schema.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { useZodForm } from '../../data/useZodForm.ts';
import { currentInstant } from '../../shifts/clock.ts';
import type { ExchangeDraft } from './draft.ts';
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

/** State and actions of the form: checked by the schema, then by the rule that the server asks again. */
export function useExchangeForm({ shifts, start, onDraft, error, onSubmit }: ExchangeFormFacts) {
  const session = useSignedIn();
  const form = useZodForm<ExchangeDraft>({ schema: updateExchangeSchema, defaultValues: start, error });
  const { getValues, handleSubmit, setError, setValue, subscribe } = form;

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onDraft?.(values) }),
    [subscribe, onDraft],
  );

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
      setError('offeredShiftId', { message: messageOf(verdict) }, { shouldFocus: true });
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
