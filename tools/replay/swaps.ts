import { addDays, daysBetween } from '../../src/domain/calendar/day.ts';
import type { Entry } from '../../src/domain/shifts/rules.ts';
import { publishDay, publishDuty, recordDuty } from '../world.ts';
import { canWork } from './lawful.ts';
import type { Person } from './people.ts';
import { attempt, listOwnRequests, listRequests, readCalendar, type Run } from './run.ts';
import { isUnwanted } from './wishes.ts';

/** Records the shifts of the file that are not in the calendar yet. */
export async function recordShifts(run: Run, person: Person): Promise<void> {
  const { employee, client } = person;
  const recorded = new Set((await readCalendar(run, person)).map(({ date }) => date));
  for (const { day, start, end } of employee.shifts) {
    const date = addDays(run.monday, day);
    if (recorded.has(date)) continue;
    await attempt(run.result, () => recordDuty(client, date, start, end));
  }
}

/** Publishes the person's requests that are not published yet. */
export async function publishRequests(run: Run, person: Person): Promise<void> {
  const wanted = run.wanted.filter(({ employee }) => employee === person.employee.name);
  if (wanted.length === 0) return;
  const published = new Set((await listOwnRequests(person)).map(({ requestedDate }) => requestedDate));
  const calendar = await readCalendar(run, person);
  for (const wish of wanted) {
    const date = addDays(run.monday, wish.day);
    const shift = calendar.find((entry) => entry.date === date);
    if (!shift || published.has(date)) continue;
    await attempt(run.result, () => {
      if (wish.kind === 'turno') return publishDuty(person.client, shift.id, date, wish.requestedType);
      const days = wish.days.map((day) => addDays(run.monday, day));
      return publishDay(person.client, shift.id, date, days);
    });
  }
}

/**
 * Repeats rounds of offers and confirmations, one by one, until one brings no new swap: each swap changes which further ones
 * are lawful.
 */
export async function swap(run: Run): Promise<void> {
  let before: number;
  do {
    before = run.result.swapsOfThisRun;
    for (const person of run.people) await offer(run, person);
    for (const person of run.people) await confirm(run, person);
  } while (run.result.swapsOfThisRun > before);
}

/** Pre-accepts what the person can; a `giorno` with a shift whose swap is lawful for both and against nobody's wish. */
async function offer(run: Run, colleague: Person): Promise<void> {
  const { client } = colleague;
  for (const { id, kind, requesterId, preAccept } of await listRequests(client, 'disponibili')) {
    const requester = run.people.find((person) => person.id === requesterId);
    if (!preAccept.isAllowed || !requester) continue;
    const params = { id };
    const { choices, offeredShift } = await client.ask('GET /api/exchange-requests/:id', { params });
    let shiftId: string | undefined;
    for (const given of kind === 'giorno' ? choices : []) {
      if (!shiftId && (await isAgreeable(run, requester, colleague, offeredShift, given)))
        ({ shiftId } = given);
    }
    if (kind === 'giorno' && !shiftId) continue;
    const input = { params, body: { shiftId } };
    await attempt(run.result, () => client.ask('POST /api/exchange-requests/:id/pre-accept', input));
  }
}

/** Confirms the first offer of each own request; for a `giorno`, one that is still lawful for both. */
async function confirm(run: Run, requester: Person): Promise<void> {
  for (const request of await listRequests(requester.client, 'pre-accettati')) {
    const { id, requesterId, kind, offeredShift, preAcceptedBy } = request;
    for (const { userId, offeredShift: given } of requesterId === requester.id ? preAcceptedBy : []) {
      const colleague = run.people.find((person) => person.id === userId);
      if (!colleague) continue;
      if (kind === 'giorno' && !(await isAgreeable(run, requester, colleague, offeredShift, given))) continue;
      const input = { params: { id }, body: { accepterUserId: userId } };
      const call = () => requester.client.ask('POST /api/exchange-requests/:id/final-confirm', input);
      if (!(await attempt(run.result, call))) continue;
      run.result.swapsOfThisRun += 1;
      break;
    }
  }
}

async function isAgreeable(
  run: Run,
  requester: Person,
  colleague: Person,
  offered: Entry,
  given: Entry,
): Promise<boolean> {
  const takes = async (person: Person, gives: Entry, received: Entry): Promise<boolean> =>
    !isUnwanted(run.roster, person.employee.name, daysBetween(run.monday, received.date), received) &&
    canWork(await readCalendar(run, person), gives, received);
  return (await takes(colleague, given, offered)) && takes(requester, offered, given);
}
