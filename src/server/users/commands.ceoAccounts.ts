import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { dayInRome } from '../../domain/calendar/day.ts';
import { leaveImpersonations } from '../auth/commands.impersonation.ts';
import { insertPasswordLink, insertUser } from '../auth/queries.ts';
import { closeSwapsOfOwner } from '../exchanges/commands.release.ts';
import { insertAudit } from '../platform/audit.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import { deleteSessionsOf } from '../platform/session/queries.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { findWorksiteByName, insertWorksite, lockWorksite } from '../worksites/queries.ts';
import { type CeoAccount, giveAdminRole, listCeoAccounts, takeAdminRole } from './queries.ceo.ts';

/** The CEOs' own worksite, closed to registration. */
const managementName = 'Direzione';
const linkSeconds = 24 * 3600;

/**
 * Makes the accounts match the settings' list of CEOs (decision ‘Administrators follow the settings’). An address
 * without an account gets one of role admin, with the initial password or else a one-time link; an account still
 * without a password gets a new link, since the last may be lost or expired. An administrator not listed loses role and
 * sessions, and gets the role back when listed again. An account somebody registered never becomes a CEO's.
 * @returns lines for the terminal: one-time links, changed roles, and addresses that belong to somebody else
 */
export async function ensureCeoAccounts(context: AppContext): Promise<string[]> {
  const { database, settings, passwords, log } = context;
  const { ceoEmails, ceoInitialPassword } = settings;
  const found = compare(await listCeoAccounts(database, ceoEmails), ceoEmails);
  for (const { id } of found.registered) {
    log.warn({ userId: id }, 'an address of CEO_EMAILS belongs to somebody who registered: no CEO');
  }
  const warnings = found.registered.map(warningOf);
  // the usual case: nothing to do, and no password to hash
  if (isSettled(found)) return warnings;
  const passwordHash =
    ceoInitialPassword === null || found.missing.length === 0
      ? null
      : await passwords.hash(ceoInitialPassword);
  const notices = await database.transaction(async (tx) => {
    // two server processes may start concurrently
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('turnario ceo accounts'))`);
    return settle(tx, context, passwordHash);
  });
  return [...notices, ...warnings];
}

interface Comparison {
  /** Administrators whose address is not listed. */
  former: CeoAccount[];
  /** Listed again: once created from the settings, not administrators now. */
  returning: CeoAccount[];
  /** Listed, but registered by somebody: anybody may have typed the address. */
  registered: CeoAccount[];
  /** Current or future administrators who have never set a password. */
  withoutPassword: CeoAccount[];
  /** Addresses without an account. */
  missing: string[];
}

function compare(accounts: readonly CeoAccount[], emails: readonly string[]): Comparison {
  const listed = accounts.filter(({ email }) => emails.includes(email));
  const isRegistered = ({ role, isOfManagement }: CeoAccount): boolean => role !== 'admin' && !isOfManagement;
  return {
    former: accounts.filter(({ email }) => !emails.includes(email)),
    returning: listed.filter(({ role, isOfManagement }) => role !== 'admin' && isOfManagement),
    registered: listed.filter(isRegistered),
    withoutPassword: listed.filter((account) => !account.hasPassword && !isRegistered(account)),
    missing: [...new Set(emails)].filter((email) => listed.every((account) => account.email !== email)),
  };
}

const isSettled = ({ former, returning, withoutPassword, missing }: Comparison): boolean =>
  [former, returning, withoutPassword, missing].every((list) => list.length === 0);

/** @returns lines for the terminal */
async function settle(tx: Transaction, context: AppContext, passwordHash: string | null): Promise<string[]> {
  const { ceoEmails } = context.settings;
  const { former, returning, withoutPassword, missing } = compare(
    await listCeoAccounts(tx, ceoEmails),
    ceoEmails,
  );
  const notices: string[] = [];
  for (const account of former) {
    await endAdmin(tx, context, account);
    notices.push(`${account.email} non è in CEO_EMAILS: non amministra più, le sue sessioni sono chiuse.`);
  }
  for (const account of returning) {
    await resumeAdmin(tx, context, account);
    notices.push(`${account.email} è di nuovo in CEO_EMAILS: amministra di nuovo.`);
  }
  for (const email of missing) {
    const userId = await insertCeo(tx, context, email, passwordHash);
    if (passwordHash === null) notices.push(await linkNotice(tx, context, email, userId));
  }
  for (const { email, id } of withoutPassword) notices.push(await linkNotice(tx, context, email, id));
  return notices;
}

const warningOf = ({ email, worksiteName }: CeoAccount): string =>
  `Attenzione: ${email} è in CEO_EMAILS, ma con questo indirizzo si è registrata una persona di «${worksiteName}», ` +
  'che non diventa CEO. Che cosa fare: docs/operations.md, «CEO_EMAILS».';

/** Turns an administrator who is no longer listed into an ordinary person of the same worksite, signed out. */
async function endAdmin(tx: Transaction, context: AppContext, account: CeoAccount): Promise<void> {
  const now = context.clock.now();
  await takeAdminRole(tx, account.id);
  await leaveImpersonations(tx, { person: account.id }, now);
  await deleteSessionsOf(tx, account.id);
  await recordRole(tx, context, account, 'operatore');
}

async function resumeAdmin(tx: Transaction, context: AppContext, account: CeoAccount): Promise<void> {
  const { id, worksiteId } = account;
  await lockWorksite(tx, worksiteId);
  const now = context.clock.now();
  // an administrator swaps nothing, and nobody impersonates one
  await closeSwapsOfOwner(tx, { id, worksiteId, cause: 'promoted' }, now);
  await leaveImpersonations(tx, { person: id }, now);
  await giveAdminRole(tx, id);
  await recordRole(tx, context, account, 'admin');
}

async function recordRole(
  tx: Transaction,
  { clock }: AppContext,
  { id, worksiteId, role }: CeoAccount,
  newRole: 'admin' | 'operatore',
): Promise<void> {
  await insertAudit(tx, {
    at: clock.now(),
    signedIn: null,
    worksiteId,
    action: newRole === 'admin' ? 'admin_resumed' : 'admin_ended',
    targetType: 'user',
    targetId: id,
    before: { role },
    after: { role: newRole },
  });
  announce(tx, [id], ['session']);
}

async function insertCeo(
  tx: Transaction,
  { clock }: AppContext,
  email: string,
  passwordHash: string | null,
): Promise<string> {
  const now = clock.now();
  const existing = await findWorksiteByName(tx, managementName);
  const management = {
    name: managementName,
    description: 'Direzione aziendale',
    // closed to registration: the code only fills its column
    accessCode: randomBytes(24).toString('base64url'),
    email,
    isActive: true,
    variant: 'standard' as const,
    isRegistrationOpen: false,
    now,
  };
  return insertUser(tx, {
    worksiteId: existing?.id ?? (await insertWorksite(tx, management)),
    email,
    passwordHash,
    firstName: 'CEO',
    lastName: managementName,
    role: 'admin',
    contractHours: 8,
    taxiLicense: null,
    phoneNumber: null,
    acceptedTermsAt: null,
    acceptedTermsVersion: null,
    today: dayInRome(now),
    now,
  });
}

async function linkNotice(
  tx: Transaction,
  { clock, settings }: AppContext,
  email: string,
  userId: string,
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  const expiresAt = secondsAfter(now, linkSeconds);
  await insertPasswordLink(tx, { tokenHash: hashToken(token), userId, now, expiresAt });
  return `Password di ${email} (entro 24 ore): ${settings.publicUrl}/reimposta-password?token=${token}`;
}
