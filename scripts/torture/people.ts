import { addDays, dayInRome, saturdayWeekOf } from '../../src/domain/calendar/day.ts';
import { taxiShifts } from '../../src/domain/shifts/duty.ts';
import { demoCeo, demoTaxiAccessCode } from '../../src/server/platform/settings.ts';
import { Session } from './calls.ts';
import type { ServerDuty } from './duty.ts';
import type { Journal } from './journal.ts';
import type { Person, Site, World } from './world.ts';

const password = 'Turnario!2026';

export const early: ServerDuty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' };
export const late: ServerDuty = { workLocation: 'sede', startTime: '14:00', endTime: '22:00' };
const rest: ServerDuty = { workLocation: 'libero', startTime: null, endTime: null };
const holiday: ServerDuty = { workLocation: 'ferie', startTime: null, endTime: null };

/** The taxi shift of this number, in their order. */
export function named(index: number): ServerDuty {
  const { startTime = '', endTime = '' } = taxiShifts[index % taxiShifts.length] ?? {};
  return { workLocation: 'sede', startTime, endTime };
}

/**
 * Makes a standard worksite and a taxi one through the API, with people whose calendars are full of what can be swapped.
 * Before any fault: whatever is refused here ends the run.
 */
export async function buildWorld(origin: string, journal: Journal, peopleEach: number): Promise<World> {
  const ceo = new Session(origin, journal, { ...demoCeo });
  await ceo.enter();
  const today = dayInRome(new Date().toISOString());
  const days = (first: number, count: number): string[] =>
    Array.from({ length: count }, (_, index) => addDays(today, first + index));
  const saturday = saturdayWeekOf(addDays(today, 60)).from;
  const weeks = (first: number): string[] =>
    days(0, 7).map((_, index) => addDays(saturday, 7 * first + index));
  const standard = {
    variant: 'standard',
    stillDays: days(60, 4),
    looseDays: days(70, 6),
    holidayWeeks: [],
  } as const;
  const taxi = {
    variant: 'taxi',
    stillDays: [0, 1, 2, 3].flatMap(weeks),
    looseDays: weeks(5),
    holidayWeeks: [addDays(saturday, 14), addDays(saturday, 21)],
  } as const;
  const sites: Site[] = [];
  for (const plan of [standard, taxi]) {
    const site = await openSite(ceo, plan);
    for (let index = 0; index < peopleEach; index += 1) {
      site.people.push(await register(origin, journal, site, index));
    }
    await Promise.all(site.people.map((person, index) => fillCalendar(person, index)));
    sites.push(site);
  }
  return { sites };
}

type Plan = Pick<Site, 'variant'> & {
  readonly [Field in 'stillDays' | 'looseDays' | 'holidayWeeks']: readonly string[];
};

async function openSite(ceo: Session, plan: Plan): Promise<Site> {
  const path = '/api/ceo/worksites';
  const email = `${plan.variant}@cantieri.example`;
  const accessCode = accessCodeOf(plan.variant);
  const answer = await ceo.call({ what: 'read', path }, 'POST', path, {
    name: `Prova ${plan.variant}`,
    accessCode,
    email,
  });
  const { id } = required(answer.body as { id: string }, answer.entry.status);
  const { variant, stillDays, looseDays, holidayWeeks } = plan;
  return {
    id,
    variant,
    email,
    people: [],
    stillDays: [...stillDays],
    looseDays: [...looseDays],
    holidayWeeks: [...holidayWeeks],
  };
}

const accessCodeOf = (variant: Site['variant']): string =>
  variant === 'taxi' ? demoTaxiAccessCode : 'CODICE-2026';

async function register(origin: string, journal: Journal, site: Site, index: number): Promise<Person> {
  const email = `persona${index}.${site.variant}@turnario.example`;
  const session = new Session(origin, journal, { email, password });
  const path = '/api/auth/register';
  const ofVariant =
    site.variant === 'taxi'
      ? { taxiLicense: `L${index}`, phoneNumber: `+39 333 000000${index}` }
      : { role: 'operatore', contractHours: 8 };
  const answer = await session.call({ what: 'read', path }, 'POST', path, {
    email,
    password,
    firstName: 'Persona',
    lastName: `Numero${index}`,
    worksiteId: site.id,
    accessCode: accessCodeOf(site.variant),
    acceptedTerms: true,
    ...ofVariant,
  });
  const { user } = required(answer.body as { user: { id: string } }, answer.entry.status);
  session.personId = user.id;
  return { id: user.id, email, session, site };
}

async function fillCalendar({ session, site }: Person, index: number): Promise<void> {
  for (const [place, day] of site.stillDays.entries()) {
    const duty =
      site.variant === 'standard' ? [early, late][index % 2] : driverDuty(site, index, day, place % 7);
    const mark = `first ${session.personId} ${day}`;
    const body = { date: day, ...(duty ?? early), notes: mark };
    const answer = await session.call(
      { what: 'record', day, mark, duty: duty ?? early },
      'POST',
      '/api/shifts',
      body,
    );
    required(answer.body as object, answer.entry.status);
  }
}

function driverDuty(site: Site, index: number, day: string, weekday: number): ServerDuty {
  const week = site.holidayWeeks.indexOf(saturdayWeekOf(day).from);
  if (week >= 0 && index % 2 === week) return holiday;
  return weekday < 5 ? named(Math.floor(index / 2) + (week >= 0 ? 0 : index)) : rest;
}

function required<Body>(body: Body | undefined, status: number): Body {
  if (body === undefined || status >= 400) {
    throw new Error(`the worksites could not be set up: ${status} ${JSON.stringify(body)}`);
  }
  return body;
}
