import { useQuery } from '@tanstack/react-query';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { userShiftsQuery } from '../shifts/api.ts';
import { currentInstant } from '../shifts/clock.ts';
import { holidayWeeksQuery } from './api.ts';
import { isOnOffer, offerChoices } from './offerChoice.ts';

/** Whether an own closed request can be published again: what it offered is still there, and if so why it cannot be. */
interface Republication {
  isThere: boolean;
  refusal: string | null;
}

export function useRepublication(request: ExchangeRequest): Republication {
  const session = useSignedIn();
  const isHoliday = request.kind === 'ferie';
  const { data: shifts = [] } = useQuery({ ...userShiftsQuery(), enabled: !isHoliday });
  const { data: holidays } = useQuery({ ...holidayWeeksQuery(''), enabled: isHoliday });
  if (isHoliday) {
    const week = holidays?.own.find(({ from }) => from === request.weeks?.offered.from);
    const refusal = week?.openRequestId ? 'Hai già una richiesta aperta per questa settimana.' : null;
    return { isThere: week !== undefined, refusal };
  }
  const choice = offerChoices(shifts, session, currentInstant()).find(({ days }) =>
    days.some((day) => isOnOffer(day, request)),
  );
  return { isThere: choice !== undefined, refusal: choice?.refusal ?? null };
}
