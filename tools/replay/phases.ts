import { addDays } from '../../src/domain/calendar/day.ts';
import { publishDay, publishDuty, recordDuty } from '../world.ts';
import type { Person } from './people.ts';
import { listOwnRequests, listRequests, readCalendar } from './reading.ts';
import { attempt, count, type Run } from './run.ts';

/** Records what the file says and the calendar does not have yet. */
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
    await attempt(run.result, () =>
      wish.kind === 'turno'
        ? publishDuty(person.client, shift.id, date, wish.requestedType)
        : publishDay(
            person.client,
            shift.id,
            date,
            wish.days.map((day) => addDays(run.monday, day)),
          ),
    );
  }
}

/** Pre-accepts every request for other hours that the person may take. */
export async function preAcceptAll({ result }: Run, { client }: Person): Promise<void> {
  for (const { id, kind, preAccept } of await listRequests(client, 'disponibili')) {
    if (kind === 'giorno') continue;
    if (!preAccept.isAllowed) {
      count(result.refusals, preAccept.reason ?? 'not allowed');
      continue;
    }
    const isDone = await attempt(result, () =>
      client.ask('POST /api/exchange-requests/:id/pre-accept', { params: { id } }),
    );
    if (isDone) result.preAcceptancesOfThisRun += 1;
  }
}

/** Takes the first offer of each own request; when somebody else was faster with that colleague, the next. */
export async function confirmAll({ result }: Run, person: Person): Promise<void> {
  const { client } = person;
  const open = (await listRequests(client, 'pre-accettati')).filter(
    ({ requesterId, kind }) => requesterId === person.id && kind !== 'giorno',
  );
  for (const { id, preAcceptedBy } of open) {
    for (const { userId: accepterUserId } of preAcceptedBy) {
      const input = { params: { id }, body: { accepterUserId } };
      const confirm = () => client.ask('POST /api/exchange-requests/:id/final-confirm', input);
      if (!(await attempt(result, confirm))) continue;
      result.swapsOfThisRun += 1;
      break;
    }
  }
}
