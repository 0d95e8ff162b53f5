import { type Day, dayInRome } from '../../domain/calendar/day.ts';
import { mustAskFirst } from '../../domain/upkeep/clockWatch.ts';
import { lastDayToForget } from '../../domain/users/retention.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { anonymiseAccount } from './commands.anonymise.ts';
import { countIdlePeople, listIdlePeople, lockIdlePerson, type Person } from './queries.anonymise.ts';

/**
 * Anonymises every account without activity for 24 months; a large number only if a CEO agreed. Each is checked again
 * under lock, so that processes may run this concurrently and a person who returns at the last moment keeps their
 * account.
 * @param backUp called before the first; if it fails, none is touched
 * @returns how many accounts this call anonymised
 */
export async function anonymiseInactiveAccounts(
  context: AppContext,
  agreedDay: Day | null,
  backUp: () => Promise<void>,
): Promise<number> {
  const { database, clock, log } = context;
  const idleDay = lastDayToForget(dayInRome(clock.now()));
  const { idle, accounts } = await countIdlePeople(database, idleDay);
  const asksFirst = mustAskFirst(idle, accounts);
  const lastDay = asksFirst ? agreedDay : idleDay;
  if (asksFirst && (lastDay === null || lastDay < idleDay)) {
    log.warn({ idle, accounts }, 'accounts without activity wait for a CEO to agree');
  }
  if (lastDay === null) return 0;
  const people = await listIdlePeople(database, lastDay);
  if (people.length > 0) await backUp();
  let forgotten = 0;
  for (const person of people) {
    try {
      if (await forget(context, person, lastDay)) forgotten += 1;
    } catch (error) {
      // one failing account must not block the others
      log.error({ err: error, userId: person.id }, 'retention');
    }
  }
  if (forgotten > 0) log.info({ accounts: forgotten }, 'accounts anonymised after 24 months');
  return forgotten;
}

const forget = ({ database, clock }: AppContext, person: Person, lastDay: Day): Promise<boolean> =>
  database.transaction(async (tx) => {
    await lockWorksite(tx, person.worksiteId);
    const now = clock.now();
    if (!(await lockIdlePerson(tx, person.id, lastDay))) return false;
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
