import { dayInRome } from '../../domain/calendar/day.ts';
import { mustAskFirst } from '../../domain/upkeep/clockWatch.ts';
import type { UpkeepAnswer } from '../../domain/upkeep/schema.ts';
import { lastDayToForget } from '../../domain/users/retention.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { countIdlePeople } from '../users/queries.anonymise.ts';
import { agreeIdleAccounts, trustClock } from './commands.ts';
import { readAgreedDay, readClockStatus } from './queries.ts';

export function upkeepRoutes(app: App, context: AppContext): void {
  const config = { access: 'ceo' } as const;

  addRoute(app, 'GET /api/ceo/upkeep', config, () => readUpkeep(context));

  addRoute(app, 'POST /api/ceo/upkeep/trust-clock', config, ({ caller }) => trustClock(context, caller));

  addRoute(app, 'POST /api/ceo/upkeep/agree-idle-accounts', config, ({ caller, body }) =>
    agreeIdleAccounts(context, caller, body.count),
  );
}

async function readUpkeep({ database, clock }: AppContext): Promise<UpkeepAnswer> {
  const now = clock.now();
  const status = await readClockStatus(database);
  const lastDay = lastDayToForget(dayInRome(now));
  const { idle, accounts } = await countIdlePeople(database, lastDay);
  const agreed = await readAgreedDay(database);
  // no idle accounts are counted by a clock that may be wrong
  const asks = status === 'steady' && mustAskFirst(idle, accounts) && (agreed === null || agreed < lastDay);
  return { clock: { status, now }, idleAccounts: asks ? { count: idle, of: accounts } : null };
}
