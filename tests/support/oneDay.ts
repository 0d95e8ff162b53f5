import { addDays, dayInRome, instantInRome } from '../../src/domain/calendar/day.ts';

/**
 * Before each file of tests: none begins on one day and ends on the next. What is 'today' to a file, to the server and
 * to the browser is then the same day from its first line to its last.
 */

/** More than the longest file takes on a busy machine, in milliseconds. */
const longestFile = 10 * 60_000;

const now = new Date().toISOString();
const untilMidnight = Date.parse(instantInRome(addDays(dayInRome(now), 1), '00:00')) - Date.parse(now);
if (untilMidnight < longestFile) {
  console.log(`waiting ${Math.ceil(untilMidnight / 1000)} s for midnight in Rome`);
  await new Promise((resolve) => setTimeout(resolve, untilMidnight + 1000));
}
