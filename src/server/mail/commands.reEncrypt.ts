import { renewPushKey } from '../notifications/push/commands.keys.ts';
import { finishSecretChange, resolveAppSecrets, SecretError } from '../platform/appSecret.ts';
import type { AppContext } from '../platform/context.ts';
import { decryptLink, encryptLink } from './linkEncryption.ts';
import { decryptPassword, encryptPassword } from './passwordEncryption.ts';
import {
  lockSavedPassword,
  lockEncryptedLinks,
  replaceSavedPassword,
  replaceEncryptedLink,
} from './queries.settings.ts';

type ReEncryptionContext = Pick<AppContext, 'database' | 'settings' | 'clock' | 'log'>;

/**
 * Re-encrypts everything that the previous secret encrypted, in one transaction. Any number of processes may do so
 * concurrently and repeatedly: values of the current secret stay as they are.
 * @throws SecretError if no secret decrypts something; nothing has changed then
 */
export async function reEncryptAll({
  database,
  settings,
  clock,
}: Omit<ReEncryptionContext, 'log'>): Promise<number> {
  const { current, known } = resolveAppSecrets(settings);
  return database.transaction(async (tx) => {
    let renewed = 0;
    const password = await lockSavedPassword(tx);
    if (password !== null && decryptPassword([current], password) === null) {
      const text = decryptPassword(known, password);
      if (text === null) throw unreadable('La password della posta salvata', known);
      await replaceSavedPassword(tx, encryptPassword(current, text));
      renewed += 1;
    }
    const outcome = await renewPushKey(tx, current, known);
    if (outcome === 'unreadable') throw unreadable('La chiave delle notifiche push', known);
    if (outcome === 'renewed') renewed += 1;
    for (const { id, encrypted } of await lockEncryptedLinks(tx, clock.now())) {
      if (decryptLink([current], encrypted) !== null) continue;
      const link = decryptLink(known, encrypted);
      if (link === null) throw unreadable('Il link di un’email in coda', known);
      await replaceEncryptedLink(tx, id, encryptLink(current, link));
      renewed += 1;
    }
    return renewed;
  });
}

function unreadable(what: string, known: readonly string[]): SecretError {
  const tried =
    known.length > 1 ? 'né con il segreto attuale né con quello precedente' : 'con questo segreto';
  return new SecretError(
    `${what} non si apre ${tried}: non è stato cambiato nulla. ` +
      'Indica il segreto di prima in APP_SECRET_PREVIOUS, o toglilo e salva di nuovo la password in /email-config.',
  );
}

/**
 * At start: re-encrypts what the previous secret encrypted, and finishes a change of the data folder's secret. Without a
 * previous secret, unreadable values are only logged: mails wait until the secret is back or the password is saved again.
 * @throws SecretError if there is a previous secret and it is the wrong one
 */
export async function reEncryptAtStart(context: ReEncryptionContext): Promise<void> {
  const { settings, log } = context;
  const isChanging = resolveAppSecrets(settings).known.length > 1;
  try {
    const renewed = await reEncryptAll(context);
    if (isChanging) log.info({ renewed }, 're-encrypted with the current secret');
    if (settings.appSecret === null) finishSecretChange(settings.dataDir);
  } catch (error) {
    if (isChanging || !(error instanceof SecretError)) throw error;
    log.error(
      'stored mail secrets cannot be read with APP_SECRET: set APP_SECRET_PREVIOUS to the one before',
    );
  }
}

/** Re-encrypts what processes that still use the previous secret have encrypted meanwhile. */
export async function reEncryptDuringRotation(context: ReEncryptionContext): Promise<void> {
  if (resolveAppSecrets(context.settings).known.length === 1) return;
  const renewed = await reEncryptAll(context);
  if (renewed > 0) context.log.info({ renewed }, 're-encrypted with the current secret');
}
