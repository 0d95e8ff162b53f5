import { addDays, dayInRome, saturdayWeekOf } from '../../src/domain/calendar/day.ts';
import { taxiShifts } from '../../src/domain/shifts/duty.ts';
import { demoTaxiAccessCode } from '../../src/server/platform/settings.ts';
import { HttpClient } from '../http.ts';
import { register, signIn, worldAccessCode, worldPassword } from '../world.ts';
import { Session } from './calls.ts';
import type { ServerDuty } from './duty.ts';
import type { Journal } from './journal.ts';
import type { Person, Site, World } from './world.ts';

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
  const ceo = new HttpClient(origin);
  await signIn(ceo);
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
      site.people.push(await enter(origin, journal, site, index));
    }
    await Promise.all(site.people.map((person, index) => fillCalendar(person, index)));
    sites.push(site);
  }
  return { sites };
}

type Plan = Pick<Site, 'variant'> & {
  readonly [Field in 'stillDays' | 'looseDays' | 'holidayWeeks']: readonly string[];
};

async function openSite(ceo: HttpClient, plan: Plan): Promise<Site> {
  const { variant, stillDays, looseDays, holidayWeeks } = plan;
  const email = `${variant}@cantieri.example`;
  const body = { name: `Prova ${variant}`, accessCode: accessCodeOf(variant), email };
  const { id } = await ceo.ask('POST /api/ceo/worksites', { body });
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
  variant === 'taxi' ? demoTaxiAccessCode : worldAccessCode;

async function enter(origin: string, journal: Journal, site: Site, index: number): Promise<Person> {
  const email = `persona${index}.${site.variant}@turnario.example`;
  const session = new Session(origin, journal, { email, password: worldPassword });
  const ofVariant =
    site.variant === 'taxi'
      ? { taxiLicense: `L${index}`, phoneNumber: `+39 333 000000${index}` }
      : ({ role: 'operatore', contractHours: 8 } as const);
  const accessCode = accessCodeOf(site.variant);
  const person = { email, lastName: `Numero${index}`, worksiteId: site.id, accessCode, ...ofVariant };
  session.personId = await register(session.client, person);
  return { id: session.personId, email, session, site };
}

async function fillCalendar({ session, site }: Person, index: number): Promise<void> {
  for (const [place, day] of site.stillDays.entries()) {
    // in turn everybody has an empty day, to be had for another one
    if (site.variant === 'standard' && place === index % site.stillDays.length) continue;
    const ofPerson =
      site.variant === 'standard' ? [early, late][index % 2] : driverDuty(site, index, day, place % 7);
    const duty = ofPerson ?? early;
    const mark = `first ${session.personId} ${day}`;
    const body = { date: day, ...duty, notes: mark };
    const { status, code } = await session.call({ what: 'record', day, mark, duty }, 'POST /api/shifts', {
      body,
    });
    if (status !== 201) throw new Error(`the calendars could not be filled: ${status} ${code}`);
  }
}

function driverDuty(site: Site, index: number, day: string, weekday: number): ServerDuty {
  const week = site.holidayWeeks.indexOf(saturdayWeekOf(day).from);
  if (week >= 0 && index % 2 === week) return holiday;
  // days off in turn: few pairs have the same
  return (weekday + index) % 7 < 5 ? named(Math.floor(index / 2) + (week >= 0 ? 0 : index)) : rest;
}
