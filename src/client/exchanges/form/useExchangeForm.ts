import { useEffect } from 'react';
import { z } from 'zod';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import {
  type ChangeExchange,
  changeExchangeSchema,
  updateExchangeSchema,
} from '../../../domain/exchanges/schema.calls.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { useZodForm } from '../../data/useZodForm.ts';
import { HttpError } from '../../http/httpError.ts';
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
  onSubmit: (body: ChangeExchange) => void;
}

const { acceptableDays } = changeExchangeSchema.shape;
const hoursSchema = z.object(updateExchangeSchema.shape);
const rangeSchema = hoursSchema.omit({ requestedShiftType: true });
const daysSchema = rangeSchema.extend({ acceptableDays: acceptableDays.unwrap() });

function schemaOf({ isForDay, withinDays }: ExchangeDraft) {
  if (!isForDay) return hoursSchema;
  return withinDays === null ? daysSchema : rangeSchema;
}

/** What is sent of a draft. */
function bodyOf(draft: ExchangeDraft): ChangeExchange {
  const { offeredShiftId, requestedDate, isForDay, withinDays } = draft;
  const message = draft.message.trim() === '' ? null : draft.message;
  const shared = { offeredShiftId, requestedDate, message, acceptFlexibleDates: isForDay };
  if (!isForDay) return { ...shared, requestedShiftType: draft.requestedShiftType };
  const days = withinDays === null ? { acceptableDays: draft.acceptableDays } : { withinDays };
  return { ...shared, requestedShiftType: draft.typeOnDay, ...days };
}

/** What the server finds wrong with the days that were named stands beside them. */
const isAboutDays = ({ code }: HttpError): boolean =>
  code !== null && (code.startsWith('exchange_day') || code === 'exchange_no_free_day');

/** State and actions of the form: checked by the schema, then by the rule that the server asks again. */
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
    // in the taxi worksite the own type cannot be asked for: its card is about to go
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
