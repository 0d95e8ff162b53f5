import { Link } from 'react-router';
import { dayInRome, formatShortDay, saturdayWeekOf } from '../../../domain/calendar/day.ts';
import { closedUntil } from '../../../domain/exchanges/rules.ts';
import { weekBeginsAt } from '../../../domain/exchanges/weeks.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { SwapPolicy } from '../../../domain/worksites/swapPolicy.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { currentInstant } from '../clock.ts';
import { useBatchOf, useTakingBack } from '../fill/batch.ts';

export function SwapNotices({ shift, isPast }: { shift: Shift; isPast: boolean }) {
  const { exchangeInfo, openRequestId, reservedRequestId } = shift;
  return (
    <>
      {exchangeInfo && (
        <Notice variant="warn" title="Turno scambiato">
          Viene dallo scambio con {exchangeInfo.exchangePartner}, completato il{' '}
          {formatShortDay(dayInRome(exchangeInfo.completedDate))}.
          {!isPast && ' Per cambiarne giorno o orari, o cancellarlo, ti chiederemo conferma.'}
        </Notice>
      )}
      {openRequestId && (
        <Notice title="Offerto in uno scambio">
          {!isPast && 'Se ne cambi giorno o orari, o lo cancelli, la richiesta si chiude. '}
          <RequestLink id={openRequestId} />
        </Notice>
      )}
      {reservedRequestId && (
        <Notice title="In uno scambio che aspetta l’approvazione">
          {!isPast && 'Se ne cambi giorno o orari, o lo cancelli, lo scambio non si fa. '}
          <RequestLink id={reservedRequestId} />
        </Notice>
      )}
    </>
  );
}

function RequestLink({ id }: { id: string }) {
  return (
    <Link to={`/exchanges?highlight=${id}`} className="font-medium text-accent underline underline-offset-2">
      Vedi la richiesta
    </Link>
  );
}

/** Holidays are swapped by the week, before it begins, where the worksite allows it. */
export const mayOfferHolidays = (shift: Shift, { kinds, cutoffHours }: SwapPolicy): boolean =>
  kinds.includes('ferie') &&
  shift.workLocation === 'ferie' &&
  weekBeginsAt(saturdayWeekOf(shift.date)) > closedUntil(currentInstant(), cutoffHours);

export function HolidayNotice({ onSwap }: { onSwap: () => void }) {
  return (
    <Notice title="Preferisci un’altra settimana?">
      <p className="mb-2">Offri queste ferie ai colleghi e chiedi la loro settimana in cambio.</p>
      <Button variant="quiet" size="small" onClick={onSwap}>
        Scambia Ferie
      </Button>
    </Notice>
  );
}

/** Offers to undo all entries recorded together with this one. */
export function BatchNotice({ shiftId, onClose }: { shiftId: string; onClose: () => void }) {
  const batch = useBatchOf(shiftId);
  const taking = useTakingBack(onClose);
  if (!batch || batch.shiftIds.size < 2) return null;
  return (
    <Notice title={`Inserito con altre ${batch.shiftIds.size - 1} giornate`}>
      <Button
        variant="quiet"
        size="small"
        isPending={taking.isPending}
        onClick={() => taking.start(batch.id)}
      >
        Annulla tutte
      </Button>
    </Notice>
  );
}
