import { useMemo } from 'react';
import { Controller } from 'react-hook-form';
import { type Day, formatLongDay, saturdayWeekOf } from '../../domain/calendar/day.ts';
import { formatLongWeek } from '../../domain/calendar/weekNames.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { currentInstant } from '../shifts/clock.ts';
import { Notice } from '../ui/Notice.tsx';
import { TextField } from '../ui/TextField.tsx';
import { offersText } from './cardTexts.ts';
import { capitalised } from './dutyText.ts';
import { MessageField } from './MessageField.tsx';
import { isOnOffer, type OfferChoice, offerChoices } from './offerChoice.ts';
import { Prospect } from './Prospect.tsx';
import { ShiftPicker } from './ShiftPicker.tsx';
import { type ExchangeFormFacts, useExchangeForm } from './useExchangeForm.ts';
import { WantedTypeChoice } from './WantedTypeChoice.tsx';

interface ExchangeFormProps extends ExchangeFormFacts {
  id: string;
  /** The open request that is being changed, or null. */
  edited: ExchangeRequest | null;
  /** A colleague's request was pre-accepted instead, or is to be looked at: the form is done. */
  onMirror: (request: ExchangeRequest) => void;
}

/** Which shift for which type, and a word to the colleagues. Its button stands outside, tied to it by `id`. */
export function ExchangeForm({ id, edited, onMirror, ...facts }: ExchangeFormProps) {
  const { form, chooseShift, submit } = useExchangeForm(facts);
  const { control, formState, register, watch } = form;
  const { errors } = formState;
  const [shiftId, wanted, day, message] = watch([
    'offeredShiftId',
    'requestedShiftType',
    'requestedDate',
    'message',
  ]);
  const session = useSignedIn();
  const choices = useMemo(() => {
    const now = currentInstant();
    return offerChoices(facts.shifts, session, now, edited?.id);
  }, [facts.shifts, session, edited?.id]);
  const chosen = choices.find(({ shift }) => shift.id === shiftId) ?? null;
  const { variant } = session.worksite;
  const dayField = wantedDay[variant];
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Controller
        control={control}
        name="offeredShiftId"
        render={({ field }) => (
          <ShiftPicker
            choices={choices}
            value={field.value || null}
            onChange={chooseShift}
            onBlur={field.onBlur}
            error={errors.offeredShiftId?.message}
            ref={field.ref}
          />
        )}
      />
      {edited ? <OffersNotice request={edited} chosen={chosen} /> : null}
      <TextField
        label={dayField.label}
        placeholder={dayField.placeholder}
        value={day === '' ? '' : capitalised(dayField.format(day))}
        readOnly
      />
      <Controller
        control={control}
        name="requestedShiftType"
        render={({ field }) => (
          <WantedTypeChoice
            own={chosen?.shift.shiftType ?? null}
            value={field.value}
            onChange={field.onChange}
            error={errors.requestedShiftType?.message}
          />
        )}
      />
      {chosen?.refusal === null ? (
        <Prospect
          offer={{ kind: variant === 'taxi' ? 'settimana' : 'turno', shiftId, wanted, requestedDate: '' }}
          onMirror={onMirror}
        />
      ) : null}
      <MessageField text={message} error={errors.message?.message} {...register('message')} />
    </form>
  );
}

/** When the other shift is to be: always when the offered one is. */
const wantedDay: Record<
  WorksiteVariant,
  { label: string; placeholder: string; format: (day: Day) => string }
> = {
  standard: {
    label: 'Data desiderata',
    placeholder: 'È il giorno del turno che offri',
    format: formatLongDay,
  },
  taxi: {
    label: 'Settimana desiderata',
    placeholder: 'È la settimana che offri',
    format: (day) => formatLongWeek(saturdayWeekOf(day)),
  },
};

/** What a change does to the offers that are there. */
function OffersNotice({ request, chosen }: { request: ExchangeRequest; chosen: OfferChoice | null }) {
  const isOther = !chosen?.days.some((day) => isOnOffer(day, request));
  const text = offersText(request, isOther);
  return (
    <div aria-live="polite" className="empty:hidden">
      {text ? <Notice variant={isOther ? 'warn' : 'info'}>{text}</Notice> : null}
    </div>
  );
}
