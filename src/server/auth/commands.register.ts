import type { z } from 'zod';
import {
  type registrationBodySchema,
  registrationFormSchema,
  taxiContractHours,
} from '../../domain/auth/schema.ts';
import { termsVersion } from '../../domain/auth/termsVersion.ts';
import { type Day, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import type { OpenedInvitation } from '../../domain/rosters/schema.invitations.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { isSameText } from '../platform/isSameText.ts';
import { openSession } from '../platform/session/session.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { type Attempt, returnAttempts, takeAttempts } from './commands.attempts.ts';
import type { CallerPlace, SignInTokens } from './commands.ts';
import { noteDevice } from './queries.devices.ts';
import {
  findCredentials,
  findOpenWorksite,
  insertUser,
  type NewUser,
  type RegistrationWorksite,
  type UsableInvitation,
} from './queries.ts';

type Registration = z.output<typeof registrationBodySchema>;

/** Provided by rosters, set at the server's root. */
interface Invitations {
  find: (database: Queryable, tokenHash: Uint8Array, now: Instant) => Promise<UsableInvitation | null>;
  waiting: (database: Queryable, personId: string, today: Day) => Promise<OpenedInvitation['waiting']>;
  /** Called under the worksite's lock; null if the invitation cannot be used. */
  use: (
    tx: Transaction,
    what: { tokenHash: Uint8Array; worksiteId: string; clock: AppContext['clock'] },
    register: () => Promise<string>,
  ) => Promise<string | null>;
}

export type AuthContext = AppContext & { invitations: Invitations };

/**
 * Creates an account and signs it in for the 12 hours of a session that is not remembered. An invitation replaces the
 * access code; a personal one is used up, and its unclaimed shifts become a proposal for the person.
 * @throws RefusalError unknown_worksite, wrong_access_code, invitation_over, invalid_data (with fields), email_taken,
 *   registered_often, too_many_attempts
 */
export async function register(
  context: AuthContext,
  body: Registration,
  { address, device }: CallerPlace,
): Promise<SignInTokens> {
  const { invitation } = body;
  const tokenHash = invitation === undefined ? null : hashToken(invitation);
  const invited = tokenHash && (await requireInvitation(context, tokenHash, address));
  const worksite = invited ?? (await requireCode(context, body, address));
  if (worksite.id !== body.worksiteId) throw new RefusalError(refuse('invitation_over'));
  const { variant } = worksite;
  checkForm(body, variant);
  const entries: Attempt[] = invited
    ? [['invited', invited.personId ?? invited.id]]
    : [
        ['entries of network', address],
        ['entries by code', worksite.id],
      ];
  await takeAttempts(context, ...entries);
  await requireNewEmail(context, body.email);
  const passwordHash = await context.passwords.hash(body.password);
  const deviceToken = newToken();
  return context.database.transaction(async (tx) => {
    const now = context.clock.now();
    const makeAccount = async (): Promise<string> => {
      const account = { ...accountOf(body, variant), passwordHash, acceptedTermsAt: now };
      const id = await insertUser(tx, { ...account, now, today: dayInRome(now) });
      await insertAudit(tx, {
        at: now,
        signedIn: { impersonatorId: null, user: { id } },
        worksiteId: worksite.id,
        action: invited ? 'invitation_used' : 'registered',
        targetType: 'user',
        targetId: id,
        ...(invited && { after: { isPersonal: invited.personId !== null } }),
      });
      return id;
    };
    const userId = tokenHash
      ? await context.invitations.use(
          tx,
          { tokenHash, worksiteId: worksite.id, clock: context.clock },
          makeAccount,
        )
      : await makeAccount();
    if (userId === null) throw new RefusalError(refuse('invitation_over'));
    await noteDevice(tx, { userId, tokenHash: hashToken(deviceToken), now });
    return { token: await openSession(tx, userId, false, now, device), deviceToken };
  });
}

/** @throws RefusalError unknown_worksite, wrong_access_code, too_many_attempts */
async function requireCode(
  context: AppContext,
  body: Registration,
  address: string,
): Promise<RegistrationWorksite> {
  await takeAttempts(context, ['address', address]);
  const worksite = await findOpenWorksite(context.database, body.worksiteId);
  if (!worksite) throw new RefusalError(refuse('unknown_worksite'));
  if (!isSameText(body.accessCode ?? body.worksiteAccessCode ?? '', worksite.accessCode)) {
    throw new RefusalError(refuse('wrong_access_code'), {
      fields: { accessCode: 'Codice accesso non valido per il cantiere selezionato' },
    });
  }
  await returnAttempts(context, ['address', address]);
  return worksite;
}

/**
 * The worksite of a usable invitation. Its holder is never throttled, regardless of other calls from that network;
 * invalid ones are counted and all get the same refusal.
 * @throws RefusalError invitation_over, too_many_attempts
 */
async function requireInvitation(
  context: AuthContext,
  tokenHash: Uint8Array,
  address: string,
): Promise<UsableInvitation> {
  const invitation = await context.invitations.find(context.database, tokenHash, context.clock.now());
  if (invitation) return invitation;
  await takeAttempts(context, ['address', address]);
  throw new RefusalError(refuse('invitation_over'));
}

/** What an invitation shows its holder. @throws RefusalError invitation_over, too_many_attempts */
export async function openInvitation(
  context: AuthContext,
  token: string,
  address: string,
): Promise<OpenedInvitation> {
  const worksite = await requireInvitation(context, hashToken(token), address);
  const { id, name, description, variant, personId } = worksite;
  const today = dayInRome(context.clock.now());
  return {
    worksite: { id, name, description, variant },
    waiting: personId === null ? null : await context.invitations.waiting(context.database, personId, today),
  };
}

/** Checks the form by the schema of the worksite's variant, unknown until now. */
function checkForm(body: Registration, variant: WorksiteVariant): void {
  const accessCode = body.accessCode ?? body.worksiteAccessCode;
  const form = registrationFormSchema(variant, body.invitation !== undefined);
  const checked = form.safeParse({ ...body, accessCode });
  if (checked.success) return;
  const fields: Record<string, string> = {};
  // a field's first issue names what is missing
  for (const { path, message } of checked.error.issues) fields[path.join('.')] ??= message;
  const isTaxi = 'taxiLicense' in fields || 'phoneNumber' in fields;
  throw new RefusalError(refuse(isTaxi ? 'taxi_details_required' : 'invalid_data'), { fields });
}

function accountOf(
  body: Registration,
  variant: WorksiteVariant,
): Omit<NewUser, 'passwordHash' | 'acceptedTermsAt' | 'now' | 'today'> {
  const isTaxi = variant === 'taxi';
  return {
    worksiteId: body.worksiteId,
    email: body.email,
    firstName: body.firstName,
    lastName: body.lastName,
    role: isTaxi ? 'operatore' : (body.role ?? 'operatore'),
    contractHours: isTaxi ? taxiContractHours : (body.contractHours ?? 8),
    taxiLicense: isTaxi ? (body.taxiLicense ?? null) : null,
    phoneNumber: isTaxi ? (body.phoneNumber ?? null) : null,
    acceptedTermsVersion: termsVersion,
  };
}

// checked before the expensive hash; the constraint decides between concurrent registrations
async function requireNewEmail(context: AppContext, email: string): Promise<void> {
  if (await findCredentials(context.database, email)) {
    throw new RefusalError(refuse('email_taken'), { fields: { email: 'Email già registrata' } });
  }
}
