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
  /** Called to return to the entry. */
  onClose: () => void;
  /** Called after publication, which also closes the entry's dialog. */
  onDone: () => void;
}

/** Offers a calendar entry on top of any page: a shift, a driver's week or a holiday week. */
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
        // a publication stays on the page; a colleague's request pre-accepted instead is opened
        if (requesterId !== user.id) void navigate(`/exchanges?tab=${tab ?? 'mie'}&highlight=${id}`);
      }}
    />
  );
}

interface CreateExchangeDialogProps {
  /** The initial shift; '' for none. */
  shiftId: string;
  /** Unsent input, kept while the screen is open. */
  draftRef?: RefObject<ExchangeDraft | null>;
  onClose: () => void;
  /** Opens 'Scambia Ferie' instead, if available. */
  onHolidays?: () => void;
  /** Called after publication, or after pre-accepting a colleague's request. */
  onDone: (request: ExchangeRequest) => void;
}

/**
 * Publishes a request: offered shift or week, wanted type or days, message. With an initial shift, it preselects the
 * type that most colleagues could give.
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

/** The type most colleagues could give for a shift; null if there is none, undefined while loading. */
function useLikelyType(shiftId: string): ShiftType | null | undefined {
  const { variant } = useSignedIn().worksite;
  const kind = variant === 'taxi' ? 'settimana' : 'turno';
  const { data, isFetchedAfterMount } = useQuery({
    ...previewQuery({ kind, shiftId, wanted: null, requestedDate: '' }),
    enabled: shiftId !== '',
  });
  // awaited only once: a form that started without an answer stays during refetches
  const isAwaited = shiftId !== '' && !data && !isFetchedAfterMount;
  return isAwaited ? undefined : (data?.likelyType ?? null);
}

/** Link to the separate form for holidays. */
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
  /** A day of the holidays to offer; null to choose them here. */
  day: Day | null;
  /** Initial values. */
  start?: HolidayStart | undefined;
  onClose: () => void;
  /** Called after publication or pre-accepting a colleague's request. Default: opens the request. */
  onDone?: ((request: ExchangeRequest) => void) | undefined;
}

/** 'Scambia Ferie': offers a holiday week for another one. */
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
