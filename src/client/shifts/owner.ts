import type { ShiftOwner } from '../../domain/shifts/rules.ts';
import { useSignedIn } from '../auth/session.ts';

/** What the shift rules need to know of the signed-in person. */
export function useShiftOwner(): ShiftOwner {
  const { user, worksite } = useSignedIn();
  const { contractHours, enableFlexibleShifts } = user;
  return { contractHours, enableFlexibleShifts, variant: worksite.variant };
}
