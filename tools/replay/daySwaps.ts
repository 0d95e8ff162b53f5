import { daysBetween } from '../../src/domain/calendar/day.ts';
import type { ExchangeRequest } from '../../src/domain/exchanges/schema.ts';
import type { DatedDuty } from '../../src/domain/shifts/rules.ts';
import { canWork } from './lawful.ts';
import type { Person } from './people.ts';
import { listRequests, readCalendar } from './reading.ts';
import { attempt, count, type Run } from './run.ts';
import { isUnwanted } from './wishes.ts';

// Swaps of a day for a day, one after the other: whether the next is lawful depends on what the last one changed.

/** Rounds of offers and confirmations, until one brings nothing new. */
export async function swapDays(run: Run): Promise<void> {
  let before: number;
  do {
    before = run.result.swapsOfThisRun;
    for (const person of run.people) await offerDays(run, person);
    for (const person of run.people) await confirmDays(run, person);
  } while (run.result.swapsOfThisRun > before);
}

/** Pre-accepts each request that the person may take with a shift whose swap is lawful for both, and against nobody's wish. */
async function offerDays(run: Run, person: Person): Promise<void> {
  for (const request of await listRequests(person.client, 'disponibili')) {
    if (request.kind !== 'giorno') continue;
    if (!request.preAccept.isAllowed) count(run.result.refusals, request.preAccept.reason ?? 'not allowed');
    const requester = run.people.find(({ id }) => id === request.requesterId);
    if (!request.preAccept.isAllowed || !requester) continue;
    const card = await person.client.ask('GET /api/exchange-requests/:id', { params: { id: request.id } });
    const given = await firstAgreeable(run, { request: card, requester, colleague: person });
    if (!given) continue;
    const input = { params: { id: request.id }, body: { shiftId: given.shiftId } };
    const isDone = await attempt(run.result, () =>
      person.client.ask('POST /api/exchange-requests/:id/pre-accept', input),
    );
    if (isDone) run.result.preAcceptancesOfThisRun += 1;
  }
}

interface Offering {
  request: ExchangeRequest;
  requester: Person;
  colleague: Person;
}

async function firstAgreeable(run: Run, { request, ...two }: Offering) {
  const verdicts = await Promise.all(
    request.choices.map((given) => isAgreeable(run, { ...two, offered: request.offeredShift, given })),
  );
  return request.choices.find((_, place) => verdicts[place]);
}

/** Takes the first offer of each own request that is still lawful for both. */
async function confirmDays(run: Run, requester: Person): Promise<void> {
  for (const request of await listRequests(requester.client, 'pre-accettati')) {
    if (request.kind !== 'giorno' || request.requesterId !== requester.id) continue;
    for (const { userId, offeredShift: given } of request.preAcceptedBy) {
      const colleague = run.people.find(({ id }) => id === userId);
      const offered = request.offeredShift;
      if (!colleague || !(await isAgreeable(run, { requester, colleague, offered, given }))) continue;
      const input = { params: { id: request.id }, body: { accepterUserId: userId } };
      const confirm = () => requester.client.ask('POST /api/exchange-requests/:id/final-confirm', input);
      if (!(await attempt(run.result, confirm))) continue;
      run.result.swapsOfThisRun += 1;
      break;
    }
  }
}

interface DaySwap {
  requester: Person;
  colleague: Person;
  /** What the requester gives. */
  offered: DatedDuty;
  given: DatedDuty;
}

async function isAgreeable(run: Run, { requester, colleague, offered, given }: DaySwap): Promise<boolean> {
  const takes = async (person: Person, gives: DatedDuty, received: DatedDuty): Promise<boolean> =>
    !isUnwanted(run.roster, person.employee.name, daysBetween(run.monday, received.date), received) &&
    canWork(await readCalendar(run, person), gives, received);
  return (await takes(colleague, given, offered)) && takes(requester, offered, given);
}
