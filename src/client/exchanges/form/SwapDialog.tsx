import { useQuery } from '@tanstack/react-query';
import { TreePalm } from 'lucide-react';
import { type RefObject, useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { Day } from '../../../domain/calendar/day.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../../domain/shifts/duty.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { useAction } from '../../data/useAction.ts';
import { useToday } from '../../shifts/clock.ts';
import { Button } from '../../ui/Button.tsx';
import { changedByExchanges, publishExchange, publishing } from '../actions.ts';
import { previewQuery } from '../api.ts';
import {
  emptyStart,
  type ExchangeDraft,
  type HolidayDraft,
  type HolidayStart,
  startingDraft,
} from './draft.ts';
import { ExchangeFormDialog } from './ExchangeForm.tsx';
import { HolidayFormDialog } from './HolidayForm.tsx';

interface SwapDialogProps {
  shift: Shift;
  /** Back to the entry. */
  onClose: () => void;
  /** It was published: the entry's sheet goes too. */
  onDone: () => void;
}

/** Offers an entry of the calendar, over whatever page it is opened from: a shift, a driver's week, a week of holidays. */
export default function SwapDialog({ shift, onClose, onDone }: SwapDialogProps) {
  const navigate = useNavigate();
  const { user } = useSignedIn();
  if (shift.workLocation === 'ferie') return <HolidaySwapDialog day={shift.date} onClose={onClose} />;
  return (
    <CreateExchangeDialog
      shiftId={shift.id}
      onClose={onClose}
      onDone={({ id, tab, requesterId }) => {
        onDone();
        // who published stays where they were; a colleague's request, pre-accepted instead, is worth a look
        if (requesterId !== user.id) void navigate(`/exchanges?tab=${tab ?? 'mie'}&highlight=${id}`);
      }}
    />
  );
}

interface CreateExchangeDialogProps {
  /** The shift to start with, '' for none. */
  shiftId: string;
  /** What was typed and not sent, kept while the screen is open. */
  draftRef?: RefObject<ExchangeDraft | null>;
  onClose: () => void;
  /** Opens 'Scambia Ferie' instead, where that can be chosen. */
  onHolidays?: () => void;
  /** It was published, or a colleague's request was pre-accepted instead. */
  onDone: (request: ExchangeRequest) => void;
}

/**
 * Publishes a request: a shift or a week to offer, the type or the days wanted for it, a message. Opened for a shift, it
 * starts with the type that most colleagues could give.
 */
export function CreateExchangeDialog(props: CreateExchangeDialogProps) {
  const { shiftId, draftRef, onClose, onHolidays, onDone } = props;
  const { user, worksite } = useSignedIn();
  const {
    variant,
    swapPolicy: { kinds },
  } = worksite;
  const today = useToday();
  const likely = useLikelyType(shiftId);
  const finish = (request: ExchangeRequest) => {
    if (draftRef) draftRef.current = null;
    onDone(request);
  };
  const keep = useCallback(
    (draft: ExchangeDraft) => {
      if (draftRef) draftRef.current = draft;
    },
    [draftRef],
  );
  const publish = useAction({
    changes: changedByExchanges,
    run: publishExchange,
    ...publishing,
    onDone: (answer) => finish(answer.request),
  });
  return (
    <ExchangeFormDialog
      title="Nuova richiesta di scambio"
      submitLabel="Pubblica richiesta"
      isPending={publish.isPending}
      error={publish.error}
      edited={null}
      start={(shifts) =>
        startingDraft(shifts, { shiftId, likely, kept: draftRef?.current ?? null, variant, kinds, today })
      }
      isStarting={likely === undefined}
      onDraft={keep}
      beside={kinds.includes('ferie') && onHolidays ? <HolidaysInstead onPress={onHolidays} /> : null}
      onMirror={finish}
      onClose={onClose}
      onSubmit={(body) =>
        publish.start({
          ...body,
          kind: variant === 'taxi' ? 'settimana' : body.acceptFlexibleDates ? 'giorno' : 'turno',
          requesterId: user.id,
          status: 'aperta',
        })
      }
    />
  );
}

/** What most colleagues could give for a shift; null where nothing is known of it, undefined while it is not known yet. */
function useLikelyType(shiftId: string): ShiftType | null | undefined {
  const { variant } = useSignedIn().worksite;
  const kind = variant === 'taxi' ? 'settimana' : 'turno';
  const { data, isFetchedAfterMount } = useQuery({
    ...previewQuery({ kind, shiftId, wanted: null, requestedDate: '' }),
    enabled: shiftId !== '',
  });
  // asked for once: the form that has begun without an answer stays while it is asked for again
  const isAwaited = shiftId !== '' && !data && !isFetchedAfterMount;
  return isAwaited ? undefined : (data?.likelyType ?? null);
}

/** For who came to swap holidays: they have a form of their own. */
function HolidaysInstead({ onPress }: { onPress: () => void }) {
  return (
    <p className="mt-5 flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-2">
      Vuoi scambiare una settimana di ferie?
      <Button variant="plain" className="-mx-3" icon={TreePalm} onClick={onPress}>
        Scambia Ferie
      </Button>
    </p>
  );
}

interface HolidaySwapDialogProps {
  /** A day of the holidays to offer, or null to choose them here. */
  day: Day | null;
  /** What to start with instead of an empty form. */
  start?: HolidayStart | undefined;
  onClose: () => void;
  /** It was published, or a colleague's request was pre-accepted instead. Default: goes to the request. */
  onDone?: ((request: ExchangeRequest) => void) | undefined;
}

/** 'Scambia Ferie': offers a week of holidays for another one. */
export function HolidaySwapDialog({ day, start = emptyStart, onClose, onDone }: HolidaySwapDialogProps) {
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const goTo = ({ id, tab }: ExchangeRequest) =>
    void navigate(`/exchanges?tab=${tab ?? 'mie'}&highlight=${id}`);
  const finish = onDone ?? goTo;
  const publish = useAction({
    changes: changedByExchanges,
    run: ({ offeredShiftId, requestedDate, message }: HolidayDraft) =>
      publishExchange({
        kind: 'ferie',
        requesterId: user.id,
        offeredShiftId,
        requestedDate,
        acceptFlexibleDates: false,
        message: message === '' ? null : message,
        status: 'aperta',
      }),
    ...publishing,
    onDone: (answer) => finish(answer.request),
  });
  return (
    <HolidayFormDialog
      title="Scambia Ferie"
      submitLabel="Pubblica richiesta"
      isPending={publish.isPending}
      error={publish.error}
      edited={null}
      start={day === null ? start : { ...start, offeredDay: day }}
      onMirror={finish}
      onClose={onClose}
      onSubmit={(draft) => publish.start(draft)}
    />
  );
}
