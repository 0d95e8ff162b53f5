import { addDays, dayInRome, type Day } from '../../src/domain/calendar/day.ts';
import type { CompletedList } from '../../src/domain/exchanges/schema.completed.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { Session } from '../../src/domain/users/schema.ts';
import type { Worksite } from '../../src/domain/worksites/schema.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { httpPerson, type HttpPerson } from './serverProcess.ts';

/** A request that one colleague has pre-accepted. */
export interface ReadySwap {
  requestId: string;
  requester: HttpPerson;
  accepterUserId: string;
}

/** A new worksite on a running server, filled through its API alone, in which every request waits for its confirm. */
export interface HttpTeam {
  people: HttpPerson[];
  swaps: ReadySwap[];
}

const password = 'Turnario!2026';

async function must<Body>(person: HttpPerson, method: string, path: string, body?: object): Promise<Body> {
  const answer = await person.call<Body>(method, path, body);
  if (answer.status >= 400)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/**
 * Registers `2 * pairs` people; on each of `days` days half of them work early and publish, and the other half pre-accept:
 * each the request of their partner and that of the next one, so that `pairs * days` swaps are ready.
 */
export async function buildHttpTeam(origin: () => string, pairs: number, days: number): Promise<HttpTeam> {
  const ceo = httpPerson(origin);
  await must(ceo, 'POST', '/api/auth/login', { ...demoCeo });
  const name = `Cantiere ${Math.random()}`;
  const accessCode = 'CODICE-2026';
  const worksite = await must<Worksite>(ceo, 'POST', '/api/ceo/worksites', {
    name,
    accessCode,
    email: 'cantiere@turnario.example',
  });
  const register = async (index: number): Promise<{ person: HttpPerson; id: string }> => {
    const person = httpPerson(origin);
    const session = await must<Session>(person, 'POST', '/api/auth/register', {
      email: `persona${index}.${worksite.id}@turnario.example`,
      password,
      firstName: 'Persona',
      lastName: `Numero${index}`,
      role: 'operatore',
      worksiteId: worksite.id,
      contractHours: 8,
      accessCode,
      acceptedTerms: true,
    });
    return { person, id: session.user.id };
  };
  const team = await Promise.all(Array.from({ length: 2 * pairs }, (_, index) => register(index)));
  const earlies = team.slice(0, pairs);
  const lates = team.slice(pairs);
  const swaps: ReadySwap[] = [];
  const tomorrow = addDays(dayInRome(new Date().toISOString()), 1);
  for (let index = 0; index < days; index += 1) {
    const day = addDays(tomorrow, index);
    await Promise.all(lates.map(({ person }) => record(person, day, '14:00', '22:00')));
    const requests = await Promise.all(earlies.map(({ person }) => publishOn(person, day)));
    for (const [place, { person: requester }] of earlies.entries()) {
      const [requestId = '', colleague, next] = [requests[place], lates[place], lates[(place + 1) % pairs]];
      if (!colleague || !next) throw new Error('the halves differ');
      for (const { person } of [colleague, next]) {
        await must(person, 'POST', `/api/exchange-requests/${requestId}/pre-accept`);
      }
      swaps.push({ requestId, requester, accepterUserId: colleague.id });
    }
  }
  return { people: team.map(({ person }) => person), swaps };
}

const record = (person: HttpPerson, date: Day, startTime: string, endTime: string): Promise<Shift> =>
  must(person, 'POST', '/api/shifts', { date, workLocation: 'sede', startTime, endTime });

async function publishOn(person: HttpPerson, day: Day): Promise<string> {
  const { id } = await record(person, day, '06:00', '14:00');
  const { request } = await must<{ request: { id: string } }>(person, 'POST', '/api/exchange-requests', {
    offeredShiftId: id,
    requestedShiftType: 'pomeriggio',
    requestedDate: day,
  });
  return request.id;
}

export const confirmReady = ({ requester, requestId, accepterUserId }: ReadySwap) =>
  requester.call<{ code?: string }>('POST', `/api/exchange-requests/${requestId}/final-confirm`, {
    accepterUserId,
  });

/** The requests that these people's lists of completed swaps hold. */
export async function completedIds(people: readonly HttpPerson[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const person of people) {
    let cursor: string | null = null;
    do {
      const path: string = `/api/exchanges/completed${cursor ? `?cursor=${cursor}` : ''}`;
      const page: CompletedList = await must(person, 'GET', path);
      for (const { requestId } of page.swaps) ids.add(requestId ?? '');
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
  return ids;
}
