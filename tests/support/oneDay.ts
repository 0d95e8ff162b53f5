import { addDays, dayInRome, instantInRome } from '../../src/domain/calendar/day.ts';

/** Delays a test file until after midnight in Rome, so that 'today' does not change while it runs. */

/** Milliseconds; more than the longest file takes on a busy machine. */
const longestFile = 10 * 60_000;

const now = new Date().toISOString();
const untilMidnight = Date.parse(instantInRome(addDays(dayInRome(now), 1), '00:00')) - Date.parse(now);
if (untilMidnight < longestFile) {
  console.log(`waiting ${Math.ceil(untilMidnight / 1000)} s for midnight in Rome`);
  await new Promise((resolve) => setTimeout(resolve, untilMidnight + 1000));
}
