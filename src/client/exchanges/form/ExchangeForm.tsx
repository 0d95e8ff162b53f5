import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { Controller } from 'react-hook-form';
import { type Day, formatLongDay, saturdayWeekOf } from '../../../domain/calendar/day.ts';
import { formatLongWeek } from '../../../domain/calendar/weekNames.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { userShiftsQuery } from '../../shifts/api.ts';
import { currentInstant } from '../../shifts/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { capitalised } from '../kindTexts.ts';
import type { ExchangeDraft } from './draft.ts';
import { MessageField, OffersNotice, PublicationPreview } from './FormParts.tsx';
import { isOnOffer, offerChoices } from './offerChoice.ts';
import { DayFields, HoursOrDay, ShiftPicker, WantedTypeChoice } from './OfferFields.tsx';
import { type ExchangeFormFacts, useExchangeForm } from './useExchangeForm.ts';

interface ExchangeFormProps extends ExchangeFormFacts {
  id: string;
  /** The open request being edited, or null. */
  edited: ExchangeRequest | null;
  /** Called when a colleague's request was pre-accepted instead, or is to be opened: the form is done. */
  onMirror: (request: ExchangeRequest) => void;
}

/** Offered shift, wanted type and message. The submit button is outside, linked by `id`. */
function ExchangeForm({ id, edited, onMirror, ...facts }: ExchangeFormProps) {
  const { form, chooseShift, submit } = useExchangeForm(facts);
  const { control, formState, register, watch } = form;
  const { errors } = formState;
  const [shiftId, wanted, day, message, isForDay] = watch([
    'offeredShiftId',
    'requestedShiftType',
    'requestedDate',
    'message',
    'isForDay',
  ]);
  const session = useSignedIn();
  const choices = useMemo(() => {
    const now = currentInstant();
    return offerChoices(facts.shifts, session, now, edited?.id);
  }, [facts.shifts, session, edited?.id]);
  const chosen = choices.find(({ shift }) => shift.id === shiftId) ?? null;
  const { variant, swapPolicy } = session.worksite;
  const isAsked = swapPolicy.kinds.includes('turno') && swapPolicy.kinds.includes('giorno');
  const dayField = wantedDay[variant];
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {edited === null && isAsked ? (
        <Controller
          control={control}
          name="isForDay"
          render={({ field }) => <HoursOrDay value={field.value} onChange={field.onChange} />}
        />
      ) : null}
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
      {edited ? (
        <OffersNotice request={edited} isOther={!chosen?.days.some((one) => isOnOffer(one, edited))} />
      ) : null}
      {isForDay ? (
        <DayFields form={form} offered={chosen?.refusal === null ? chosen.shift : null} />
      ) : (
        <>
          <TextField
            label={dayField.label}
            placeholder={dayField.placeholder}
            value={day === '' ? '' : capitalised(dayField.format(day))}
            error={errors.requestedDate?.message}
            readOnly
          />
          <Controller
            control={control}
            name="requestedShiftType"
            render={({ field }) => (
              <WantedTypeChoice
                offered={chosen?.shift ?? null}
                value={field.value}
                onChange={field.onChange}
                error={errors.requestedShiftType?.message}
              />
            )}
          />
          {chosen?.refusal === null ? (
            <PublicationPreview
              offer={{ kind: variant === 'taxi' ? 'settimana' : 'turno', shiftId, wanted, requestedDate: '' }}
              onMirror={onMirror}
            />
          ) : null}
        </>
      )}
      <MessageField text={message} error={errors.message?.message} {...register('message')} />
    </form>
  );
}

/** The day of the wanted shift: always that of the offered one. */
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

interface ExchangeFormDialogProps extends Omit<ExchangeFormFacts, 'shifts' | 'start'> {
  title: string;
  submitLabel: string;
  isPending: boolean;
  start: (shifts: readonly Shift[]) => ExchangeDraft;
  edited: ExchangeRequest | null;
  /** The initial values are still loading. */
  isStarting?: boolean;
  /** Replaces the form. */
  instead?: ReactNode;
  /** An alternative, below the form. */
  beside?: ReactNode;
  onMirror: (request: ExchangeRequest) => void;
  onClose: () => void;
}

/** The request form in a dialog, once the person's shifts are loaded. */
export function ExchangeFormDialog(props: ExchangeFormDialogProps) {
  const { title, submitLabel, isPending, start, instead = null, beside, onClose, onSubmit, ...rest } = props;
  const { isStarting = false, ...form } = rest;
  const shifts = useQuery(userShiftsQuery());
  // not `isSuccess`, which turns false if a refetch fails: the form must keep its input
  const own = shifts.data ?? [];
  const hasForm = own.length > 0 && !isStarting && instead === null;
  const formId = useId();
  const dialog = { formId, title, submitLabel, isPending, onClose, hasForm };
  return (
    <FormDialog {...dialog} size="wide">
      {instead ?? (isStarting ? <FormSkeleton /> : <ShiftsState shifts={shifts} />)}
      {hasForm ? (
        <ExchangeForm
          {...form}
          id={formId}
          shifts={own}
          start={start(own)}
          onSubmit={(body) => {
            if (!isPending) onSubmit(body);
          }}
        />
      ) : null}
      {instead === null && shifts.data ? beside : null}
    </FormDialog>
  );
}

/** Loading, error or empty state of the shifts. */
function ShiftsState({ shifts }: { shifts: UseQueryResult<Shift[]> }) {
  const isTaxi = useSignedIn().worksite.variant === 'taxi';
  if (!shifts.data) {
    return (
      <QueryStatus query={shifts} failed="Non riesco a caricare i tuoi turni.">
        <FormSkeleton />
      </QueryStatus>
    );
  }
  if (shifts.data.length > 0) return null;
  return (
    <EmptyState
      icon={CalendarPlus}
      action={<LinkButton to="/shifts/new">{isTaxi ? 'Aggiungi turni' : 'Aggiungi turno'}</LinkButton>}
    >
      {isTaxi
        ? 'Non hai settimane da offrire: registra prima i turni della settimana che vuoi scambiare.'
        : 'Non hai turni da offrire: registra prima il turno che vuoi scambiare.'}
    </EmptyState>
  );
}

const FormSkeleton = () => <SkeletonList label="Carico i tuoi turni…" count={8} className="h-24" />;
