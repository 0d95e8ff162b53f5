import { type AdminShift, recentShiftCount } from '../../domain/admin/schema.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { listRecentShifts } from './queries.panel.ts';

// Admins see the reasons for absences, so every look at entries is audited.

/** The latest entries; audits once per person that they were seen. */
export const seeRecentShifts = (context: AppContext, admin: SignedIn): Promise<AdminShift[]> =>
  context.database.transaction(async (tx) => {
    const shifts = await listRecentShifts(tx, recentShiftCount);
    const people = [...new Set(shifts.map(({ userId }) => userId))];
    for (const id of people) await recordLook(tx, context, admin, id);
    return shifts;
  });

/** Audits a download of everybody's entries. */
export const recordShiftExport = (context: AppContext, admin: SignedIn): Promise<void> =>
  context.database.transaction((tx) => recordLook(tx, context, admin, null));

/** @param personId null for everybody */
const recordLook = (
  tx: Transaction,
  { clock }: AppContext,
  signedIn: SignedIn,
  personId: string | null,
): Promise<void> =>
  insertAudit(tx, {
    at: clock.now(),
    signedIn,
    action: personId === null ? 'shifts_exported' : 'calendar_seen',
    targetType: personId === null ? 'shifts' : 'user',
    targetId: personId,
  });
