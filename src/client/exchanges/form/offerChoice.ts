import { useQuery } from '@tanstack/react-query';
import { type Instant, saturdayWeekOf } from '../../../domain/calendar/day.ts';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import { refuse, type Verdict } from '../../../domain/errors/refusal.ts';
import { judgePublication } from '../../../domain/exchanges/publishing.ts';
import type { Participant } from '../../../domain/exchanges/rules.ts';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { isInWeek } from '../../../domain/exchanges/weeks.ts';
import { type ShiftType, typesOf } from '../../../domain/shifts/duty.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { Session } from '../../../domain/users/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { userShiftsQuery } from '../../shifts/api.ts';
import { currentInstant } from '../../shifts/clock.ts';
import { holidayWeeksQuery } from '../api.ts';

/** A shift (taxi: a week) in the picker, and why it cannot be offered. */
export interface OfferChoice {
  /** For a week, its first remaining shift. */
  shift: Shift;
  /** Every shift that would be swapped. */
  days: readonly Shift[];
  /** Another open request offers it, or a swap awaiting approval reserves it: cannot be selected. */
  isTaken: boolean;
  /** Its length differs from the contract's: can be selected, to read why it cannot be published. */
  isWrongDuration: boolean;
  /** Why it cannot be published, or null. */
  refusal: string | null;
}

/** The signed-in person as a participant in the swap rules. */
const participantOf = ({ user, worksite }: Session): Participant => ({
  id: user.id,
  worksiteId: user.worksiteId,
  variant: worksite.variant,
  cutoffHours: worksite.swapPolicy.cutoffHours,
  contractHours: user.contractHours,
  role: user.role,
  isActive: user.isActive,
  enableFlexibleShifts: user.enableFlexibleShifts,
});

/** The request as far as it is filled in. */
interface Offered {
  shift: Shift | null;
  /** All shifts that can still be swapped; taxi worksites swap the rest of the week too. */
  shifts: readonly Shift[];
  wanted: ShiftType | null;
  /** For another day, in standard worksites. */
  isForDay?: boolean;
}

/** Whether the person may publish this now; the server checks the same rule. */
export function judgeOffer(
  { shift, shifts, wanted, isForDay = false }: Offered,
  session: Session,
  now: Instant,
): Verdict {
  const ofShift = isForDay ? 'giorno' : 'turno';
  return judgePublication({
    kind: session.worksite.variant === 'taxi' ? 'settimana' : ofShift,
    requester: participantOf(session),
    shift,
    requestedDate: shift?.date ?? '',
    requestedShiftType: wanted,
    entries: shifts,
    now,
  });
}

/**
 * The picker's choices: shifts, or weeks in taxi worksites.
 *
 * @param shifts working shifts that have not begun, in the order of their days
 * @param editedId the open request being edited, whose own offer stays available
 */
export function offerChoices(
  shifts: readonly Shift[],
  session: Session,
  now: Instant,
  editedId: string | null = null,
): OfferChoice[] {
  return groupsOf(shifts, session.worksite.variant).flatMap((days) => {
    const [shift] = days;
    return shift ? [{ shift, days, ...problemOf(days, session, now, editedId) }] : [];
  });
}

/** Groups shifts that are offered together. */
function groupsOf(shifts: readonly Shift[], variant: WorksiteVariant): readonly (readonly Shift[])[] {
  if (variant === 'standard') return shifts.map((shift) => [shift]);
  const weeks = new Set(shifts.map(({ date }) => saturdayWeekOf(date).from));
  return [...weeks].map((from) => shifts.filter(({ date }) => saturdayWeekOf(date).from === from));
}

/** Whether a request offers this shift, or in taxi worksites its week. */
export const isOnOffer = ({ id, date }: Shift, { offeredShiftId, weeks }: ExchangeRow): boolean =>
  weeks ? isInWeek(date, weeks.offered) : id === offeredShiftId;

type Problem = Pick<OfferChoice, 'isTaken' | 'isWrongDuration' | 'refusal'>;

function problemOf(days: readonly Shift[], session: Session, now: Instant, editedId: string | null): Problem {
  if (days.some(({ openRequestId }) => openRequestId !== null && openRequestId !== editedId)) {
    const it = session.worksite.variant === 'taxi' ? 'questa settimana' : 'questo turno';
    return { isTaken: true, isWrongDuration: false, refusal: `Hai già una richiesta aperta per ${it}` };
  }
  if (days.some(({ reservedRequestId }) => reservedRequestId)) {
    const refusal = messageOf(refuse('exchange_duty_reserved'));
    return { isTaken: true, isWrongDuration: false, refusal };
  }
  const verdict = judgeOffer({ shift: days[0] ?? null, shifts: days, wanted: null }, session, now);
  if (verdict.ok) return { isTaken: false, isWrongDuration: false, refusal: null };
  const isWrongDuration = verdict.code === 'exchange_wrong_duration';
  return { isTaken: false, isWrongDuration, refusal: messageOf(verdict) };
}

/** The types to choose from: taxi worksites do not swap a type for itself. */
export function wantedTypes(variant: WorksiteVariant, own: ShiftType | null): ShiftType[] {
  const types = typesOf(variant);
  return variant === 'standard' ? types : types.filter((type) => type !== own);
}

/** Start hours of each type, `before` exclusive (specification, section 9). */
export const startHours: Record<ShiftType, { from: number; before: number }> = {
  mattina: { from: 5, before: 13 },
  pomeriggio: { from: 13, before: 19 },
  sera: { from: 19, before: 23 },
  notte: { from: 23, before: 2 },
  seminotte: { from: 2, before: 5 },
};

/** 'inizio 5–13' */
export const formatStartHours = (type: ShiftType): string =>
  `inizio ${startHours[type].from}–${startHours[type].before}`;

/** Whether an own closed request's shift still exists, and why it cannot be published again. */
interface Republication {
  isThere: boolean;
  refusal: string | null;
}

export function useRepublication(request: ExchangeRow): Republication {
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
