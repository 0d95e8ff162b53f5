import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { TreePalm } from 'lucide-react';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import type { HolidayWeeks } from '../../../domain/exchanges/schema.preview.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { textOf } from '../../http/httpError.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton, SkeletonList } from '../../ui/Skeleton.tsx';
import { holidayWeeksQuery } from '../api.ts';
import { WeeksPreview } from '../card/WeeksPreview.tsx';
import { weekAround } from '../kindTexts.ts';
import { MessageField, OffersNotice, PublicationPreview } from './FormParts.tsx';
import { Picker } from './Picker.tsx';
import {
  type HolidayFormFacts,
  ownItem,
  type OwnWeek,
  sketchWeeks,
  useHolidayForm,
  wantedItem,
  type WantedWeek,
  weekOfDay,
} from './useHolidayForm.ts';

interface HolidayFormProps extends HolidayFormFacts {
  id: string;
  /** The open request being edited, or null. */
  edited: ExchangeRequest | null;
  /** Called when a colleague's request was pre-accepted instead, or is to be opened: the form is done. */
  onMirror: (request: ExchangeRequest) => void;
}

/** Offered holiday week and wanted week. The submit button is outside, linked by `id`. */
function HolidayForm({ id, edited, onMirror, ...facts }: HolidayFormProps) {
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
      {weeks.isError && !weeks.data ? (
        <ErrorState onRetry={() => void weeks.refetch()} isRetrying={weeks.isFetching}>
          {textOf(weeks.error, 'Non riesco a caricare le settimane.')}
        </ErrorState>
      ) : null}
      {weeks.isLoading ? <Skeleton className="h-24" /> : null}
      {weeks.data ? (
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
      {edited ? (
        <OffersNotice
          request={edited}
          isOther={offered?.from !== edited.weeks?.offered.from || wanted?.from !== edited.weeks?.wanted.from}
        />
      ) : null}
      {offered && wanted?.isAllowed ? (
        <>
          <PublicationPreview
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

/** Both weeks of both drivers, with the colleague still unknown. */
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

interface HolidayFormDialogProps extends Omit<HolidayFormFacts, 'own'> {
  title: string;
  submitLabel: string;
  isPending: boolean;
  edited: ExchangeRequest | null;
  onMirror: (request: ExchangeRequest) => void;
  onClose: () => void;
}

/** The form of 'Scambia Ferie' in a dialog, once the person's holiday weeks are loaded. */
export function HolidayFormDialog(props: HolidayFormDialogProps) {
  const { title, submitLabel, isPending, onClose, onSubmit, ...form } = props;
  const formId = useId();
  const weeks = useQuery(holidayWeeksQuery(''));
  // not `isSuccess`, which turns false if a refetch fails: the form must keep its input
  const own = weeks.data?.own ?? [];
  const hasForm = own.length > 0;
  return (
    <FormDialog {...{ formId, title, submitLabel, isPending, onClose, hasForm }} size="wide">
      {hasForm ? (
        <HolidayForm
          {...form}
          id={formId}
          own={own}
          onSubmit={(draft) => {
            if (!isPending) onSubmit(draft);
          }}
        />
      ) : (
        <NoWeeks weeks={weeks} />
      )}
    </FormDialog>
  );
}

/** Loading, error or empty state of the weeks. */
function NoWeeks({ weeks }: { weeks: UseQueryResult<HolidayWeeks> }) {
  if (!weeks.data) {
    return (
      <QueryStatus query={weeks} failed="Non riesco a caricare le tue ferie.">
        <SkeletonList label="Carico le tue ferie…" count={8} className="h-24" />
      </QueryStatus>
    );
  }
  return (
    <EmptyState icon={TreePalm} action={<LinkButton to="/shifts/new">Aggiungi ferie</LinkButton>}>
      Non hai settimane di ferie da scambiare: registra prima le tue ferie per una settimana intera, da sabato
      a venerdì.
    </EmptyState>
  );
}
