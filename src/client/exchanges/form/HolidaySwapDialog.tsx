import { useNavigate } from 'react-router';
import type { Day } from '../../../domain/calendar/day.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { useAction } from '../../data/useAction.ts';
import { changedByExchanges, publishExchange, publishing } from '../actions.ts';
import { emptyStart, type HolidayDraft, type HolidayStart } from './draft.ts';
import { HolidayFormDialog } from './HolidayForm.tsx';

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
export default function HolidaySwapDialog({
  day,
  start = emptyStart,
  onClose,
  onDone,
}: HolidaySwapDialogProps) {
  const navigate = useNavigate();
  const goTo = ({ id, tab }: ExchangeRequest) =>
    void navigate(`/exchanges?tab=${tab ?? 'mie'}&highlight=${id}`);
  const finish = onDone ?? goTo;
  const publish = useAction({
    changes: changedByExchanges,
    run: ({ offeredShiftId, requestedDate, message }: HolidayDraft) =>
      publishExchange({
        kind: 'ferie',
        offeredShiftId,
        requestedDate,
        message: message === '' ? null : message,
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
