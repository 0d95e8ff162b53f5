import { z } from 'zod';
import { mailSubjects, type MailSubject } from '../../domain/mail/news.ts';
import { idSchema } from '../../domain/text.ts';
import { resolveAppSecrets } from '../platform/appSecret.ts';
import type { AppContext } from '../platform/context.ts';
import { encryptionFor } from '../platform/encryption.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { lockActiveUser, lockPerson } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import type { Settings } from '../platform/settings.ts';
import { addSubjectsOff, findSubjectsOff, saveSubjectsOff } from './queries.preferences.ts';
import { readMailAccount } from './settings.ts';

const { encrypt, decrypt } = encryptionFor('turnario unsubscribe link');
const sealedSchema = z.tuple([idSchema, z.array(z.enum(mailSubjects))]);

/** A URL that unsubscribes a person from these subjects, and allows nothing else. */
export function unsubscribeUrl(settings: Settings, userId: string, subjects: readonly MailSubject[]): string {
  const text = JSON.stringify([userId, [...new Set(subjects)]]);
  const sealed = encrypt(resolveAppSecrets(settings).current, text);
  return `${settings.publicUrl}/api/unsubscribe?token=${Buffer.from(sealed).toString('base64url')}`;
}

/** @throws RefusalError not_found if none of the secrets encrypted it */
function open({ settings }: AppContext, token: string): [userId: string, subjects: MailSubject[]] {
  const { known } = resolveAppSecrets(settings);
  const text = requireFound(decrypt(known, Buffer.from(token, 'base64url')));
  return sealedSchema.parse(JSON.parse(text));
}

export async function readUnsubscribing(context: AppContext, token: string) {
  const [userId, subjects] = open(context, token);
  const off = await findSubjectsOff(context.database, userId);
  return { subjects, isOff: subjects.every((subject) => off.includes(subject)) };
}

export async function unsubscribe(context: AppContext, token: string) {
  const [userId, subjects] = open(context, token);
  await context.database.transaction(async (tx) => {
    requireFound(await lockPerson(tx, userId));
    await addSubjectsOff(tx, userId, subjects);
  });
  return { subjects, isOff: true };
}

export async function readMailPreferences(context: AppContext, { user }: SignedIn) {
  const account = await readMailAccount(context);
  return { subjectsOff: await findSubjectsOff(context.database, user.id), isReady: account !== null };
}

export async function changeMailPreferences(
  { database }: AppContext,
  { user }: SignedIn,
  subjectsOff: readonly MailSubject[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockActiveUser(tx, user.id);
    await saveSubjectsOff(tx, user.id, subjectsOff);
  });
}
