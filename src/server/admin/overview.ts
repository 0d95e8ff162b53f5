import {
  type Attention,
  longOpenHours,
  newUserDays,
  type Overview,
  overviewWeeks,
} from '../../domain/admin/schema.ts';
import { addDays, dayInRome, type Instant, instantInRome, mondayWeekOf } from '../../domain/calendar/day.ts';
import { countFailedSignIns } from '../auth/commands.attempts.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/database.ts';
import { countAttention, countRequestsAndMails, countSwapsByWeek } from './queries.overview.ts';

/** What a CEO looks after first. */
export async function readAttention(database: Queryable, now: Instant): Promise<Attention> {
  const today = dayInRome(now);
  return {
    ...(await countAttention(database, instantInRome(addDays(today, -newUserDays), '00:00'))),
    failedSignIns: await countFailedSignIns(database, today),
  };
}

/** The numbers of the last weeks, the current one included. */
export async function readOverview(database: Queryable, now: Instant): Promise<Overview> {
  const firstDay = addDays(mondayWeekOf(dayInRome(now)).from, -7 * (overviewWeeks - 1));
  const period = {
    now,
    firstDay,
    since: instantInRome(firstDay, '00:00'),
    longOpenSince: secondsAfter(now, -longOpenHours * 3600),
  };
  return {
    swapsPerWeek: await countSwapsByWeek(database, period),
    ...(await countRequestsAndMails(database, period)),
  };
}
