import { Controller } from 'react-hook-form';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { textOf } from '../http/httpError.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { offersText } from './cardTexts.ts';
import {
  ownItem,
  type OwnWeek,
  sketchWeeks,
  wantedItem,
  type WantedWeek,
  weekOfDay,
} from './holidayChoices.ts';
import { weekAround } from './kindTexts.ts';
import { MessageField } from './MessageField.tsx';
import { Picker } from './Picker.tsx';
import { Prospect } from './Prospect.tsx';
import { type HolidayFormFacts, useHolidayForm } from './useHolidayForm.ts';
import { WeeksPreview } from './WeeksPreview.tsx';

interface HolidayFormProps extends HolidayFormFacts {
  id: string;
  /** The open request that is being changed, or null. */
  edited: ExchangeRequest | null;
  /** A colleague's request was pre-accepted instead, or is to be looked at: the form is done. */
  onMirror: (request: ExchangeRequest) => void;
}

/** Which week of holidays for which other week. Its button stands outside, tied to it by `id`. */
export function HolidayForm({ id, edited, onMirror, ...facts }: HolidayFormProps) {
  const { form, submit, typed, weeks, wantedWeeks, offered, wanted } = useHolidayForm(facts);
  const { control, formState, register } = form;
  const { errors } = formState;
  const { offeredDay } = facts.start;
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {offeredDay !== null && !weekOfDay(facts.own, offeredDay) ? (
        <Notice variant="warn" title={`La settimana ${weekAround(offeredDay)} non si può offrire`}>
          Si scambiano settimane intere, da sabato a venerdì, con solo ferie e riposi e non ancora iniziate.
        </Notice>
      ) : null}
      <Controller
        control={control}
        name="offeredShiftId"
        render={({ field }) => (
          <Picker
            label="Le ferie che offri"
            invitation="Scegli una tua settimana di ferie"
            items={facts.own.map((week) => ownItem(week, edited?.id ?? null))}
            value={field.value || null}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={errors.offeredShiftId?.message}
            ref={field.ref}
          />
        )}
      />
      {weeks.isError ? (
        <ErrorState onRetry={() => void weeks.refetch()} isRetrying={weeks.isFetching}>
          {textOf(weeks.error, 'Non riesco a caricare le settimane.')}
        </ErrorState>
      ) : null}
      {weeks.isLoading ? <Skeleton className="h-24" /> : null}
      {weeks.isSuccess ? (
        <Controller
          control={control}
          name="requestedDate"
          render={({ field }) => (
            <Picker
              label="La settimana che vorresti"
              invitation="Scegli una delle prossime settimane"
              items={wantedWeeks.map(wantedItem)}
              value={field.value || null}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={errors.requestedDate?.message}
              ref={field.ref}
            />
          )}
        />
      ) : null}
      {edited ? <OffersNotice request={edited} offered={offered} wanted={wanted} /> : null}
      {offered && wanted?.isAllowed ? (
        <>
          <Prospect
            offer={{ kind: 'ferie', shiftId: offered.shiftId, wanted: null, requestedDate: wanted.from }}
            onMirror={onMirror}
          />
          <Sketch offered={offered} wanted={wanted} />
        </>
      ) : null}
      <MessageField text={typed} error={errors.message?.message} {...register('message')} />
    </form>
  );
}

/** Both weeks of both drivers, whoever the other will be. */
function Sketch({ offered, wanted }: { offered: OwnWeek; wanted: WantedWeek }) {
  return (
    <WeeksPreview
      weeks={sketchWeeks(offered, wanted)}
      people={[
        { side: 'requester', name: 'Tu' },
        { side: 'colleague', name: 'Il collega che accetta' },
      ]}
      isDone={false}
    />
  );
}

interface OffersNoticeProps {
  request: ExchangeRequest;
  offered: OwnWeek | null;
  wanted: WantedWeek | null;
}

/** What a change does to the offers that are there. */
function OffersNotice({ request, offered, wanted }: OffersNoticeProps) {
  const { weeks } = request;
  const isOther = offered?.from !== weeks?.offered.from || wanted?.from !== weeks?.wanted.from;
  const text = offersText(request, isOther);
  return (
    <div aria-live="polite" className="empty:hidden">
      {text ? <Notice variant={isOther ? 'warn' : 'info'}>{text}</Notice> : null}
    </div>
  );
}
