import fc from 'fast-check';
import type { Operation } from './operations.ts';
import type { Pool } from './values.ts';

/** Fields of a route's body that only make sense together; null: each may be drawn alone. */
export function senseOf({ method, path }: Operation, pool: Pool): fc.Arbitrary<object> | null {
  if (/exchange-requests(\/\{id\})?$/.test(path) && pool.ownShifts.length > 0) {
    const kind = method === 'POST' && { kind: 'turno', requesterId: undefined };
    return fc.constantFrom(...pool.ownShifts).map(({ id, day }) => ({
      ...kind,
      offeredShiftId: id,
      requestedDate: day,
      requestedShiftType: 'pomeriggio',
    }));
  }
  if (/register$|api\/users\/\{id\}$/.test(path) && method !== 'DELETE' && pool.worksites.length > 0) {
    return fc.constantFrom(...pool.worksites).map(({ id, accessCode }) => ({
      ...(method === 'POST' && { worksiteId: id, role: 'operatore', worksiteAccessCode: undefined }),
      contractHours: 8,
      accessCode,
      firstName: 'Anna',
      lastName: 'Rossi',
    }));
  }
  return null;
}
