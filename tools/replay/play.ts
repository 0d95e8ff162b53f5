import { addDays } from '../../src/domain/calendar/day.ts';
import { isWorking } from '../../src/domain/shifts/duty.ts';
import { forEachConcurrently } from '../concurrently.ts';
import { PatientClient } from '../http.ts';
import { type Calendar, findLosses } from './conservation.ts';
import { enter, openWorksite, type Person, type ReplayOptions } from './people.ts';
import type { Roster } from './roster.ts';
import { emptyResult, listOwnRequests, readCalendar, type Run } from './run.ts';
import { publishRequests, recordShifts, swap } from './swaps.ts';
import { isUnwanted, type WantedSwap, wantedSwaps } from './wishes.ts';

/** How many people record and publish concurrently. */
const concurrency = 4;

/**
 * Replays a roster against a running server, only through its HTTP API: worksite, people, shifts, requests for the wishes,
 * pre-acceptances, confirmations; then reads every calendar back. Skips what an earlier run with the same identity did.
 *
 * @param say reports progress
 * @throws ServerUnreachable, ApiRefusal if people or worksite cannot be created
 */
export async function playRoster(roster: Roster, options: ReplayOptions, say: (line: string) => void) {
  const run = await begin(roster, options);
  const { result } = run;
  say(`recording the shifts of ${run.people.length} people from ${run.monday} on`);
  await forEachConcurrently(run.people, concurrency, (person) => recordShifts(run, person));
  say(`publishing requests for ${run.wanted.length} wishes`);
  await forEachConcurrently(run.people, concurrency, (person) => publishRequests(run, person));
  say('swapping');
  await swap(run);
  const calendars: Calendar[] = [];
  await forEachConcurrently(run.people, concurrency, async (person) => {
    const shifts = (await readCalendar(run, person)).filter(isWorking);
    calendars.push({ employee: person.employee, shifts });
    const requests = await listOwnRequests(person);
    result.shifts += shifts.length;
    result.requests += requests.length;
    result.swaps += requests.filter(({ status }) => status === 'completata').length;
  });
  for (const wish of run.wanted) if (isMet(run, wish, calendars)) result.met[wish.kind] += 1;
  result.problems = findLosses(calendars, run.monday);
  return run;
}

async function begin(roster: Roster, options: ReplayOptions): Promise<Run> {
  const result = emptyResult();
  const { traffic } = result;
  const worksite = await openWorksite(options, new PatientClient(options.url, traffic));
  const people: Person[] = [];
  await forEachConcurrently(roster.employees, concurrency, async (employee) => {
    people.push(await enter(employee, options, worksite, traffic));
  });
  const { monday } = worksite;
  const days = roster.employees.flatMap(({ shifts }) => shifts.map(({ day }) => day));
  const lastDay = addDays(monday, Math.max(0, ...days));
  return { monday, lastDay, people, roster, wanted: wantedSwaps(roster), result };
}

/** Whether somebody no longer works the unwanted duty. */
function isMet({ roster, monday }: Run, { employee: name, day }: WantedSwap, calendars: Calendar[]): boolean {
  const shifts = calendars.find(({ employee }) => employee.name === name)?.shifts ?? [];
  const shift = shifts.find(({ date }) => date === addDays(monday, day));
  return !shift || !isUnwanted(roster, name, day, shift);
}
