import fc from 'fast-check';
import { unsplit } from '../duties.ts';
import type { Operation } from './operations.ts';
import type { Pool } from './values.ts';

const morning = { workLocation: 'sede', startTime: '06:00', endTime: '14:00', ...unsplit, userId: undefined };
const names = { firstName: 'Anna', lastName: 'Rossi' };

/** Fields of a route's body that only make sense together; null: each may be drawn alone. */
export function senseOf({ method, path }: Operation, pool: Pool): fc.Arbitrary<object> | null {
  if (/exchange-requests(\/\{id\})?$/.test(path) && pool.ownShifts.length > 0) {
    const kind = method === 'POST' && { kind: 'turno', requesterId: undefined };
    const days = { acceptFlexibleDates: undefined, acceptableDays: undefined, withinDays: undefined };
    const wish = { ...kind, ...days, requestedShiftType: 'pomeriggio' };
    return fc
      .constantFrom(...pool.ownShifts)
      .map(({ id, day }) => ({ ...wish, offeredShiftId: id, requestedDate: day }));
  }
  if (/pre-accept$|final-confirm$/.test(path))
    return fc.constant({ version: undefined, shiftId: undefined, accepterUserId: undefined });
  const planned = senseOfPlans(path, pool);
  if (planned) return planned;
  if (/api\/shifts/.test(path) && method !== 'DELETE') {
    return fc.integer({ min: 10, max: 28 }).map((day) => ({ ...morning, date: `2026-12-${day}` }));
  }
  if (path.endsWith('api/operations'))
    return fc.integer({ min: 10_000, max: 99_999 }).map((code) => ({ type: 'Case', code: String(code) }));
  if (path.endsWith('taxi-info')) return fc.constant({ field: 'taxiLicense', value: '42' });
  if (/register$|api\/users\/\{id\}$/.test(path) && method !== 'DELETE' && pool.worksites.length > 0) {
    const joining = { role: 'operatore', worksiteAccessCode: undefined, invitation: undefined };
    return fc.constantFrom(...pool.worksites).map(({ id, accessCode }) => ({
      ...(method === 'POST' && { ...joining, worksiteId: id }),
      ...names,
      contractHours: 8,
      accessCode,
    }));
  }
  return null;
}

/** What is recorded for many days or people at once. */
function senseOfPlans(path: string, pool: Pool): fc.Arbitrary<object> | null {
  if (path.endsWith('shifts/bulk')) {
    return fc
      .integer({ min: 10, max: 28 })
      .map((day) => ({ shifts: [{ ...morning, date: `2027-01-${day}` }] }));
  }
  if (path.endsWith('shift-patterns')) {
    const steps = [{ duty: { workLocation: 'libero' }, days: 2 }];
    return fc.constant({ name: 'La mia', steps, startsOn: '2026-12-01' });
  }
  if (/api\/rosters(\/preview)?$/.test(path) && pool.ids.users.length > 0) {
    const days = { from: '2026-12-10', to: '2026-12-12' };
    const left = { worksiteId: undefined, unclaimed: undefined, legend: undefined, layout: undefined };
    return fc.constantFrom(...pool.ids.users).map((userId) => {
      const people = [{ userId, name: undefined, days: [{ day: days.from, duty: null }] }];
      return { ...left, names: undefined, title: 'dicembre', days, people };
    });
  }
  return null;
}
