import { useEffect } from 'react';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import type { ChangeExchange } from '../../../domain/exchanges/schema.calls.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { useZodForm } from '../../data/useZodForm.ts';
import { HttpError } from '../../http/httpError.ts';
import { currentInstant } from '../../shifts/clock.ts';
import { bodyOf, type ExchangeDraft, schemaOf } from './draft.ts';
import { judgeOffer } from './offerChoice.ts';

export interface ExchangeFormFacts {
  /** The person's working shifts that have not begun. */
  shifts: readonly Shift[];
  start: ExchangeDraft;
  /** Called on every change. */
  onDraft?: ((draft: ExchangeDraft) => void) | undefined;
  /** The last attempt's error. */
  error: Error | null;
  onSubmit: (body: ChangeExchange) => void;
}

/** Whether the error is about the chosen days, and is shown next to them. */
const isAboutDays = ({ code }: HttpError): boolean =>
  code !== null && (code.startsWith('exchange_day') || code === 'exchange_no_free_day');

/** The form's state and actions; validates by the schema, then by the rule the server also checks. */
export function useExchangeForm({ shifts, start, onDraft, error, onSubmit }: ExchangeFormFacts) {
  const session = useSignedIn();
  const form = useZodForm<ExchangeDraft>({ schema: schemaOf, defaultValues: start, error });
  const { getValues, handleSubmit, setError, setValue, subscribe } = form;

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onDraft?.(values) }),
    [subscribe, onDraft],
  );
  useEffect(() => {
    if (error instanceof HttpError && isAboutDays(error))
      setError('acceptableDays', { message: error.message });
  }, [error, setError]);

  const chooseShift = (id: string) => {
    const shift = shifts.find((candidate) => candidate.id === id);
    setValue('offeredShiftId', id, { shouldValidate: true });
    setValue('requestedDate', shift?.date ?? '', { shouldValidate: true });
    // taxi worksites do not offer the own type: its card is about to be removed
    const isOwnType = shift?.shiftType === getValues('requestedShiftType');
    if (isOwnType && session.worksite.variant === 'taxi') setValue('requestedShiftType', null);
  };

  const submit = handleSubmit(() => {
    const draft = getValues();
    const { isForDay, offeredShiftId, requestedShiftType } = draft;
    const shift = shifts.find(({ id }) => id === offeredShiftId) ?? null;
    const verdict = judgeOffer(
      { shift, shifts, wanted: requestedShiftType, isForDay },
      session,
      currentInstant(),
    );
    if (verdict.ok) return onSubmit(bodyOf(draft));
    setError('offeredShiftId', { message: messageOf(verdict) }, { shouldFocus: true });
  });

  return { form, chooseShift, submit };
}
