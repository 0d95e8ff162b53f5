import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, dayInRome, saturdayWeekOf } from '../../src/domain/calendar/day.ts';
import type { AnswerOf, Call, InputOf, Rest } from '../../src/domain/call.ts';
import { taxiShifts } from '../../src/domain/shifts/duty.ts';
import { demoTaxiAccessCode } from '../../src/server/platform/settings.ts';
import { HttpClient, sentOf, ServerUnreachable } from '../http.ts';
import { register, signIn, worldAccessCode } from '../world.ts';
import type { Duty, Entry, Ledger, Operation } from './ledger.ts';

/** A worksite. Its days are grouped; everybody acts on the same group for a while. */
export interface Site {
  variant: 'standard' | 'taxi';
  people: Person[];
  /** Days whose entries are only swapped: their duties must not change. */
  still: string[][];
  /** Days on which people also record, edit and delete. */
  loose: string[][];
}

/** Longer than every limit of the server: a call unanswered by then hangs. */
const timeoutMs = 90_000;
/** Replaces the code of a 503 without Retry-After. */
export const withoutRetry = '(without Retry-After)';

/** A user of the server; each call is recorded in the ledger. */
export class Person {
  id = '';
  readonly site: Site;
  readonly client: HttpClient;
  readonly #ledger: Ledger;

  constructor(site: Site, client: HttpClient, ledger: Ledger) {
    this.site = site;
    this.client = client;
    this.#ledger = ledger;
  }

  /** Returns the answer, or null if it cannot be read now. */
  async read<C extends Call>(name: C, ...rest: Rest<InputOf<C>>): Promise<AnswerOf<C> | null> {
    return (await this.write({ what: 'read' }, name, ...rest)) as AnswerOf<C> | null;
  }

  /** Returns the answer if acknowledged, else null. Faults never reject: they are recorded as the outcome. */
  async write<C extends Call>(operation: Operation, name: C, ...rest: Rest<InputOf<C>>): Promise<unknown> {
    const entry = this.#ledger.begin(this.id, operation);
    const begun = performance.now();
    const end = (outcome: Entry['outcome'], status: number, code: string, madeId = ''): void =>
      this.#ledger.end(entry, { outcome, status, code, madeId, took: performance.now() - begun });
    try {
      const answer = await this.client.send({
        ...sentOf(name, ...rest),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { status, body, headers } = answer;
      // 503 only guarantees all or nothing: the server may have lost the answer to its commit
      const outcome = status < 300 ? 'done' : status < 500 ? 'refused' : 'unknown';
      const code = status === 503 && headers.get('retry-after') === null ? withoutRetry : answer.code;
      const { id, request } = (body ?? {}) as { id?: string; request?: { id: string } };
      end(outcome, status, code, request?.id ?? id);
      return outcome === 'done' ? body : null;
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error;
      end(error.code === 'ECONNREFUSED' ? 'refused' : 'unknown', 0, error.code);
      await sleep(100);
      return null;
    }
  }
}

export const early: Duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' };
export const late: Duty = { workLocation: 'sede', startTime: '14:00', endTime: '22:00' };
export const rest: Duty = { workLocation: 'libero', startTime: null, endTime: null };

/** The named shift with this index. */
export function named(index: number): Duty {
  const { startTime = '', endTime = '' } = taxiShifts[index % taxiShifts.length] ?? {};
  return { workLocation: 'sede', startTime, endTime };
}

/**
 * Creates a standard and a taxi worksite through the API, with people whose calendars are full of shifts to swap. Runs before
 * any fault: a refusal ends the run.
 */
export async function buildSites(origin: string, ledger: Ledger, peopleEach: number): Promise<Site[]> {
  const ceo = new HttpClient(origin);
  await signIn(ceo);
  const first = addDays(dayInRome(new Date().toISOString()), 60);
  const saturday = saturdayWeekOf(first).from;
  const day = (offset: number): string[] => [addDays(first, offset)];
  const week = (number: number): string[] =>
    Array.from({ length: 7 }, (_, index) => addDays(saturday, 7 * number + index));
  const turns = [0, 1, 2, 3];
  const sites: Site[] = [
    { variant: 'standard', people: [], still: turns.map(day), loose: [10, 11, 12, 13, 14, 15].map(day) },
    { variant: 'taxi', people: [], still: turns.map(week), loose: [week(5)] },
  ];
  for (const site of sites) {
    const accessCode = site.variant === 'taxi' ? demoTaxiAccessCode : worldAccessCode;
    const body = { name: `Prova ${site.variant}`, accessCode, email: `${site.variant}@cantieri.example` };
    const { id: worksiteId } = await ceo.ask('POST /api/ceo/worksites', { body });
    for (let index = 0; index < peopleEach; index += 1) {
      const email = `persona${index}.${site.variant}@turnario.example`;
      const person = new Person(site, new HttpClient(origin), ledger);
      const ofVariant =
        site.variant === 'taxi'
          ? { taxiLicense: `L${index}`, phoneNumber: `+39 333 000000${index}` }
          : ({ role: 'operatore', contractHours: 8 } as const);
      const draft = { email, lastName: `Numero${index}`, worksiteId, accessCode, ...ofVariant };
      person.id = await register(person.client, draft);
      site.people.push(person);
    }
    await Promise.all(site.people.map(fillCalendar));
  }
  return sites;
}

/** Identifies the first entry of a day. */
export const firstMark = (personId: string, day: string): string => `first ${personId} ${day}`;

async function fillCalendar(person: Person, index: number): Promise<void> {
  const { site, id } = person;
  for (const [place, day] of site.still.flat().entries()) {
    const ofDriver = place % 7 < 5 ? named(index) : rest;
    const duty = site.variant === 'taxi' ? ofDriver : index % 2 === 0 ? early : late;
    const mark = firstMark(id, day);
    const body = { date: day, ...duty, notes: mark };
    const isThere = await person.write({ what: 'record', day, mark, duty }, 'POST /api/shifts', { body });
    if (!isThere) throw new Error('the calendars could not be filled');
  }
}
