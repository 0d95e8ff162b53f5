import { termsVersion } from '../../domain/auth/termsVersion.ts';
import type { AppContext } from '../platform/context.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { updateAcceptedTerms } from './queries.ts';

/** Records that the person accepted the terms as they are now. */
export async function acceptTerms({ database, clock }: AppContext, { user }: SignedIn): Promise<void> {
  await database.transaction(async (tx) => {
    await updateAcceptedTerms(tx, user.id, termsVersion, clock.now());
    announce(tx, [user.id], ['session']);
  });
}
