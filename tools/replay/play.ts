import { addDays } from '../../src/domain/calendar/day.ts';
import type { ExchangeRow } from '../../src/domain/exchanges/schema.ts';
import { isWorking } from '../../src/domain/shifts/duty.ts';
import { forEachConcurrently } from '../concurrently.ts';
import { PatientClient, type Traffic } from '../http.ts';
import { type Calendar, findLosses } from './conservation.ts';
import { swapDays } from './daySwaps.ts';
import { enter, openWorksite, type Person } from './people.ts';
import { confirmAll, preAcceptAll, publishRequests, recordShifts } from './phases.ts';
import { listGivenDays, listOwnRequests, readCalendar } from './reading.ts';
import type { Roster } from './roster.ts';
import { count, type ReplayOptions, type ReplayResult, type Run } from './run.ts';
import { isUnwanted, type WantedSwap, wantedSwaps } from './wishes.ts';

/**
 * Plays a roster against a running server, through its HTTP API alone: worksite, people, shifts, requests for the
 * wishes, pre-acceptances, confirmations; then reads every calendar back. What an earlier run with the same identity
 * has already done is recognised and left.
 *
 * @param say is told what begins
 * @throws ServerUnreachable, ApiRefusal when people or worksite cannot be made
 */
export async function playRoster(
  roster: Roster,
  options: ReplayOptions,
  say: (line: string) => void,
): Promise<ReplayResult> {
  const began = performance.now();
  const run = await begin(roster, options, say);
  const { result } = run;
  const inTurn = (work: (run: Run, person: Person) => Promise<void>): Promise<void> =>
    forEachConcurrently(run.people, options.concurrency, (person) => work(run, person));
  say(`recording the shifts of ${run.people.length} people from ${run.monday} on`);
  await inTurn(recordShifts);
  say(`publishing requests for ${run.wanted.length} wishes`);
  await inTurn(publishRequests);
  say('pre-accepting');
  await inTurn(preAcceptAll);
  say('confirming');
  await inTurn(confirmAll);
  say('swapping days');
  await swapDays(run);
  say('reading all calendars back');
  const calendars: Calendar[] = [];
  await inTurn(async (_run, person) => {
    const [shifts, givenDays] = [await readCalendar(run, person), await listGivenDays(person)];
    calendars.push({ employee: person.employee, givenDays, shifts });
    for (const request of await listOwnRequests(person)) countOutcome(result, request);
  });
  result.shifts = calendars.reduce((sum, { shifts }) => sum + shifts.filter(isWorking).length, 0);
  for (const wish of run.wanted) if (isMet(run, wish, calendars)) result.met[wish.kind] += 1;
  result.problems = findLosses(calendars, run.monday);
  result.seconds = (performance.now() - began) / 1000;
  return result;
}

async function begin(roster: Roster, options: ReplayOptions, say: (line: string) => void): Promise<Run> {
  const { identity, ceo, url } = options;
  const traffic: Traffic = { requests: 0, waitedSeconds: 0 };
  say(`worksite '${identity.worksiteName}'`);
  const worksite = await openWorksite(identity, options, ceo, new PatientClient(url, traffic));
  const people: Person[] = [];
  await forEachConcurrently(roster.employees, options.concurrency, async (employee) => {
    people.push(await enter(employee, identity, worksite, url, traffic));
  });
  const days = roster.employees.flatMap(({ shifts }) => shifts.map(({ day }) => day));
  const { monday } = worksite;
  const wanted = wantedSwaps(roster);
  const result: ReplayResult = {
    monday,
    people: people.length,
    shifts: 0,
    wishes: roster.wishes.length,
    violated: wanted.length,
    met: { turno: 0, giorno: 0 },
    requests: 0,
    outcomes: {},
    swaps: 0,
    swapsOfThisRun: 0,
    preAcceptancesOfThisRun: 0,
    refusals: {},
    traffic,
    seconds: 0,
    problems: [],
  };
  const lastDay = addDays(monday, Math.max(0, ...days));
  return { options, monday, lastDay, people, roster, wanted, result };
}

/** Whether somebody does not work any more what they would rather not. */
function isMet({ roster, monday }: Run, { employee: name, day }: WantedSwap, calendars: Calendar[]): boolean {
  const shifts = calendars.find(({ employee }) => employee.name === name)?.shifts.filter(isWorking) ?? [];
  const shift = shifts.find(({ date }) => date === addDays(monday, day));
  return !shift || !isUnwanted(roster, name, day, shift);
}

function countOutcome(result: ReplayResult, { status, closeReason, preAcceptanceCount }: ExchangeRow): void {
  result.requests += 1;
  if (status === 'completata') result.swaps += 1;
  const isOffered = status === 'aperta' && preAcceptanceCount > 0;
  count(
    result.outcomes,
    closeReason ? `${status}: ${closeReason}` : isOffered ? 'aperta, with offers' : status,
  );
}
