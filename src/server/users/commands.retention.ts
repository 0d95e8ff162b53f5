import { dayInRome } from '../../domain/calendar/day.ts';
import { lastDayToForget } from '../../domain/users/retention.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { anonymiseAccount } from './commands.anonymise.ts';
import { listIdlePeople, lockIdlePerson, type Person } from './queries.anonymise.ts';

/**
 * Anonymises every account without activity for 24 months. Each is asked again under lock, so that several processes
 * may do this at once and whoever comes back in the last moment keeps their account.
 *
 * @returns how many accounts this call anonymised
 */
export async function forgetIdlePeople(context: AppContext): Promise<number> {
  const { database, clock, log } = context;
  let forgotten = 0;
  for (const person of await listIdlePeople(database, lastDayToForget(dayInRome(clock.now())))) {
    try {
      if (await forget(context, person)) forgotten += 1;
    } catch (error) {
      // one account that cannot be anonymised must not keep the others
      log.error({ err: error, userId: person.id }, 'retention');
    }
  }
  if (forgotten > 0) log.info({ accounts: forgotten }, 'accounts anonymised after 24 months');
  return forgotten;
}

function forget({ database, clock }: AppContext, person: Person): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockWorksite(tx, person.worksiteId);
    const now = clock.now();
    if (!(await lockIdlePerson(tx, person.id, lastDayToForget(dayInRome(now))))) return false;
    await anonymiseAccount(tx, person, now);
    await insertAudit(tx, {
      at: now,
      signedIn: null,
      worksiteId: person.worksiteId,
      action: 'account_expired',
      targetType: 'user',
      targetId: person.id,
    });
    return true;
  });
}
