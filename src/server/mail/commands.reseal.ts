import { finishSecretChange, resolveAppSecrets, SecretError } from '../platform/appSecret.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { openLink, sealLink } from './linkBox.ts';
import { openPassword, sealPassword } from './passwordBox.ts';
import {
  lockSavedPassword,
  lockSealedLinks,
  replaceSavedPassword,
  replaceSealedLink,
} from './queries.reseal.ts';

type ResealContext = Pick<AppContext, 'database' | 'settings' | 'clock' | 'log'>;

/**
 * Seals everything anew that the secret before sealed, in one transaction. Any number of processes may do so at once,
 * and again: what is sealed with the current secret stays as it is.
 *
 * @returns how many were sealed anew
 * @throws SecretError when something opens with none of the secrets; nothing has changed then
 */
export async function resealAll({ database, settings, clock }: Omit<ResealContext, 'log'>): Promise<number> {
  const { current, known } = resolveAppSecrets(settings);
  return database.transaction(async (tx) => {
    let renewed = 0;
    const password = await lockSavedPassword(tx);
    if (password !== null && openPassword([current], password) === null) {
      const text = openPassword(known, password);
      if (text === null) throw unreadable('La password della posta salvata', known);
      await replaceSavedPassword(tx, sealPassword(current, text));
      renewed += 1;
    }
    for (const { id, sealed } of await lockSealedLinks(tx, clock.now())) {
      if (openLink([current], sealed) !== null) continue;
      await renewLink(tx, id, openLink(known, sealed), known);
      renewed += 1;
    }
    return renewed;
  });

  async function renewLink(
    tx: Transaction,
    id: string,
    link: string | null,
    secrets: readonly string[],
  ): Promise<void> {
    if (link === null) throw unreadable('Il link di una mail in coda', secrets);
    await replaceSealedLink(tx, id, sealLink(current, link));
  }
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
 * At start: seals anew what the secret before sealed, and ends a change of the data folder's secret. Without a secret
 * before, what cannot be read is only said: mails wait until its secret is back or the password is saved again.
 *
 * @throws SecretError when there is a secret before and it is not the one
 */
export async function resealAtStart(context: ResealContext): Promise<void> {
  const { settings, log } = context;
  const isChanging = resolveAppSecrets(settings).known.length > 1;
  try {
    const renewed = await resealAll(context);
    if (isChanging) log.info({ renewed }, 'sealed anew with the current secret');
    if (settings.appSecret === null) finishSecretChange(settings.dataDir);
  } catch (error) {
    if (isChanging || !(error instanceof SecretError)) throw error;
    log.error(
      'stored mail secrets cannot be read with APP_SECRET: set APP_SECRET_PREVIOUS to the one before',
    );
  }
}

/** While processes with the secret before may still run: what they sealed meanwhile. */
export async function resealMeanwhile(context: ResealContext): Promise<void> {
  if (resolveAppSecrets(context.settings).known.length === 1) return;
  const renewed = await resealAll(context);
  if (renewed > 0) context.log.info({ renewed }, 'sealed anew with the current secret');
}
