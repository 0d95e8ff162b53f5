import sql from 'sql-template-tag';
import { termsVersion } from '../src/domain/auth/termsVersion.ts';
import { dayInRome, type Day } from '../src/domain/calendar/day.ts';
import { type Duty, dutyAlone, shiftTypeAt, type WorkLocation } from '../src/domain/shifts/duty.ts';
import type { Role } from '../src/domain/users/schema.ts';
import type { WorksiteVariant } from '../src/domain/worksites/schema.ts';
import { insertUser } from '../src/server/auth/queries.ts';
import type { AppContext } from '../src/server/platform/context.ts';
import type { Queryable } from '../src/server/platform/database/database.ts';
import { openSession, readSession, type SignedIn } from '../src/server/platform/session/session.ts';
import { insertEntries } from '../src/server/shifts/queries.ts';
import { setPermission } from '../src/server/users/queries.ts';
import { insertWorksite } from '../src/server/worksites/queries.ts';

// Rows for the demo and for tests: omitted values get sensible defaults, missing parents are created.

let made = 0;
/** A new number on each call, for names and addresses that must be unique. */
const serial = (): number => (made += 1);

type Where = Pick<AppContext, 'clock'> & { database: Queryable };

export interface WorksiteDraft {
  name?: string;
  description?: string;
  accessCode?: string;
  email?: string;
  variant?: WorksiteVariant;
}

export interface BuiltWorksite {
  id: string;
  name: string;
  accessCode: string;
  email: string;
}

export async function buildWorksite(
  { database, clock }: Where,
  draft: WorksiteDraft = {},
): Promise<BuiltWorksite> {
  const number = serial();
  const { name = `Cantiere ${number}`, description = '', accessCode = `CODICE-${number}` } = draft;
  const { email = `cantiere${number}@turnario.example` } = draft;
  const row = {
    name,
    description,
    accessCode,
    email,
    isActive: true,
    variant: draft.variant ?? ('standard' as const),
    isRegistrationOpen: true,
    now: clock.now(),
  };
  return { id: await insertWorksite(database, row), name, accessCode, email };
}

export interface UserDraft {
  worksiteId?: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  passwordHash?: string;
  role?: Role;
  contractHours?: number;
  enableFlexibleShifts?: boolean;
  taxiLicense?: string;
  phoneNumber?: string;
  /** The CEO's permission 'Può approvare i codici'. */
  mayReviewCodes?: boolean;
  /** The CEO's permission 'Può approvare gli scambi'. */
  mayApproveSwaps?: boolean;
  /** The CEO's permission 'Può caricare i turni'. */
  mayLoadShifts?: boolean;
}

export interface BuiltUser {
  id: string;
  worksiteId: string;
  email: string;
}

/** Creates a person with accepted terms; by default in a new worksite, and without a password hash unable to sign in. */
export async function buildUser(where: Where, draft: UserDraft = {}): Promise<BuiltUser> {
  const number = serial();
  const now = where.clock.now();
  const worksiteId = draft.worksiteId ?? (await buildWorksite(where)).id;
  const email = draft.email ?? `persona${number}@turnario.example`;
  const id = await insertUser(where.database, {
    worksiteId,
    email,
    passwordHash: draft.passwordHash ?? null,
    firstName: draft.firstName ?? 'Persona',
    lastName: draft.lastName ?? `Numero${number}`,
    role: draft.role ?? 'operatore',
    contractHours: draft.contractHours ?? 8,
    taxiLicense: draft.taxiLicense ?? null,
    phoneNumber: draft.phoneNumber ?? null,
    acceptedTermsAt: now,
    acceptedTermsVersion: termsVersion,
    today: dayInRome(now),
    now,
  });
  if (draft.enableFlexibleShifts) {
    await where.database.run(sql`update users set enable_flexible_shifts = true where id = ${id}`);
  }
  for (const permission of ['mayReviewCodes', 'mayApproveSwaps', 'mayLoadShifts'] as const)
    if (draft[permission]) await setPermission(where.database, id, permission, true);
  return { id, worksiteId, email };
}

/** A duty from its times, such as `sede 06:00-14:00`; without times a day of rest, holiday or illness. */
export function buildDuty(workLocation: WorkLocation, startTime?: string, endTime?: string): Duty {
  const shiftType = startTime === undefined ? null : shiftTypeAt(startTime);
  return dutyAlone({ workLocation, startTime, endTime, shiftType });
}

/** Inserts an entry on any day, past ones included, without applying the rules. @returns its id */
export async function buildShift(
  { database, clock }: Where,
  person: Pick<BuiltUser, 'id' | 'worksiteId'>,
  date: Day,
  duty: Duty = buildDuty('sede', '06:00', '14:00'),
  notes: string | null = null,
): Promise<string> {
  const { id: userId, worksiteId } = person;
  const id = crypto.randomUUID();
  await insertEntries(database, worksiteId, [{ id, userId, date, ...duty, notes }], clock.now());
  return id;
}

/** Creates a session; returns the person as commands expect them, and the token for HTTP calls. */
export async function buildSession(
  context: AppContext,
  person: Pick<BuiltUser, 'id'>,
): Promise<{ signedIn: SignedIn; token: string }> {
  const token = await openSession(context.database, person.id, false, context.clock.now());
  const signedIn = await readSession(context, { own: token });
  if (!signedIn) throw new Error('the person is not active');
  return { signedIn, token };
}
