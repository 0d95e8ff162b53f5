import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { dayInRome } from '../../domain/calendar/day.ts';
import { findCredentials, insertPasswordLink, insertUser } from '../auth/queries.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { findWorksiteByName, insertWorksite } from '../worksites/queries.ts';

/** The CEOs' own worksite, closed to registration. */
const managementName = 'Direzione';
const linkSeconds = 24 * 3600;

/**
 * Gives every address in the settings an account of role admin if it has none: with the initial password, else with a
 * one-time link. An account that still has no password gets a new link: the last one may be lost or over.
 *
 * @returns the one-time links, as lines for the terminal
 */
export async function ensureCeoAccounts(context: AppContext): Promise<string[]> {
  const { database, settings, passwords } = context;
  const { ceoEmails, ceoInitialPassword } = settings;
  const known = await Promise.all(ceoEmails.map((email) => findCredentials(database, email)));
  // as at every start but the first: nothing to do, and no password to hash
  if (known.every((account) => account?.passwordHash)) return [];
  const passwordHash = ceoInitialPassword === null ? null : await passwords.hash(ceoInitialPassword);
  return database.transaction(async (tx) => {
    // two server processes may start at once
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('turnario ceo accounts'))`);
    const notices: string[] = [];
    for (const email of ceoEmails) {
      const account = await findCredentials(tx, email);
      if (account?.passwordHash) continue;
      const userId = account?.userId ?? (await insertCeo(tx, context, email, passwordHash));
      if (account || passwordHash === null) notices.push(await linkNotice(tx, context, email, userId));
    }
    return notices;
  });
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
    // nobody registers there: the code only fills its column
    accessCode: randomBytes(24).toString('base64url'),
    email,
    isActive: true,
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
