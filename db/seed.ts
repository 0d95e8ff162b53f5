import { addDays, type Day, dayInRome, weekdayOf } from '../src/domain/calendar/day.ts';
import { isWorking, type ShiftType } from '../src/domain/shifts/duty.ts';
import type { Entry } from '../src/domain/shifts/rules.ts';
import { findCredentials } from '../src/server/auth/queries.ts';
import { confirmSwap } from '../src/server/exchanges/commands.confirm.ts';
import { preAccept } from '../src/server/exchanges/commands.preAccept.ts';
import { publishRequest } from '../src/server/exchanges/commands.publish.ts';
import { forgetDueNews } from '../src/server/notifications/queries.mail.ts';
import type { AppContext } from '../src/server/platform/context.ts';
import { deleteSessionsOf } from '../src/server/platform/session/queries.ts';
import type { SignedIn } from '../src/server/platform/session/session.ts';
import { demoCeo, demoTaxiAccessCode } from '../src/server/platform/settings.ts';
import { findShiftOfDay } from '../src/server/shifts/queries.ts';
import { listOpenWorksites } from '../src/server/worksites/queries.ts';
import { buildSession, buildShift, buildUser, buildWorksite, type BuiltUser } from './builders.ts';
import { fillOperations } from './demoOperations.ts';
import {
  demoDrivers,
  demoPassword,
  demoPeople,
  type DemoPerson,
  demoTaxiWorksite,
  demoWorksite,
} from './demoPeople.ts';
import { rosterOf, taxiRosterOf } from './demoRoster.ts';
import { fillTaxiRequests } from './demoTaxi.ts';

/**
 * Fills an empty database with two worksites, their people, calendars around today and some requests.
 *
 * @returns the sign-ins, as lines for the terminal; none if the database holds other data
 */
export async function fillDemo(context: AppContext): Promise<string[]> {
  const [first] = demoPeople;
  if (!first) return [];
  if ((await listOpenWorksites(context.database)).length === 0) {
    const { people, drivers } = await fillPeople(context, await context.passwords.hash(demoPassword));
    await fillRequests(context, people);
    await fillTaxiRequests(context, drivers);
    // drop the notifications caused by filling
    await forgetDueNews(context.database);
  }
  const isDemo = (await findCredentials(context.database, first.email)) !== null;
  return isDemo ? signIns() : [];
}

function signIns(): string[] {
  const lines = [...demoPeople, ...demoDrivers].map(
    ({ email, role, contractHours, mayReviewCodes }) =>
      `  ${email.padEnd(38)} ${role}, ${contractHours} ore${mayReviewCodes ? ', approva i codici' : ''}`,
  );
  return [
    `Accessi di prova (password di tutti: ${demoPassword})`,
    ...lines,
    `  ${demoCeo.email.padEnd(38)} CEO`,
    `Codici dei cantieri per registrarsi: ${demoWorksite.name} ${demoWorksite.accessCode}, ${demoTaxiWorksite.name} ${demoTaxiAccessCode}`,
  ];
}

/** All people and calendars in one transaction, so that an interrupted start can be repeated. */
function fillPeople(
  context: AppContext,
  passwordHash: string,
): Promise<{ people: BuiltUser[]; drivers: BuiltUser[] }> {
  const today = dayInRome(context.clock.now());
  return context.database.transaction(async (tx) => {
    const where = { clock: context.clock, database: tx };
    const fill = async (worksiteId: string, person: DemoPerson, roster: Entry[]): Promise<BuiltUser> => {
      const user = await buildUser(where, { ...person, worksiteId, passwordHash });
      for (const { date, ...duty } of roster) await buildShift(where, user, date, duty);
      return user;
    };
    const worksite = await buildWorksite(where, demoWorksite);
    const people: BuiltUser[] = [];
    for (const [place, person] of demoPeople.entries()) {
      people.push(await fill(worksite.id, person, rosterOf(place, person.contractHours, today)));
    }
    const reviewer = people[demoPeople.findIndex(({ mayReviewCodes }) => mayReviewCodes)];
    if (reviewer) await fillOperations(tx, people, reviewer, today);
    const accessCode = context.settings.taxiAccessCode ?? demoTaxiAccessCode;
    const taxi = await buildWorksite(where, { ...demoTaxiWorksite, accessCode, variant: 'taxi' });
    const drivers: BuiltUser[] = [];
    for (const [place, driver] of demoDrivers.entries()) {
      drivers.push(await fill(taxi.id, driver, taxiRosterOf(place, today)));
    }
    return { people, drivers };
  });
}

/**
 * Requests for Giulia, including Marco's for a whole day; one of hers with an offer of his; a completed one between Giulia and
 * Sara.
 */
async function fillRequests(context: AppContext, people: readonly BuiltUser[]): Promise<void> {
  const signedIn = await Promise.all(
    people.slice(0, 4).map(async (person) => (await buildSession(context, person)).signedIn),
  );
  const [giulia, marco, sara, luca] = signedIn;
  if (!giulia || !marco || !sara || !luca) return;
  const used = new Set<Day>();
  const completed = await publishBetween(context, giulia, sara, used, 'Ho una visita medica, grazie!');
  if (completed) {
    await preAccept(context, sara, completed);
    await confirmSwap(context, giulia, completed, { accepterUserId: sara.user.id });
  }
  const offered = await publishBetween(context, giulia, marco, used, 'Mi serve il pomeriggio libero.');
  if (offered) await preAccept(context, marco, offered);
  await publishBetween(context, luca, giulia, used, null);
  await publishBetween(context, marco, giulia, used, 'Accompagno mia figlia a scuola.');
  await publishFreeSaturday(context, marco, used);
  // removes the sessions used for filling, which people would see as devices they do not know
  for (const { user } of signedIn) await deleteSessionsOf(context.database, user.id);
}

/** Publishes a shift of `one` on the first unused day on which `other` works another shift of the same length. */
async function publishBetween(
  context: AppContext,
  one: SignedIn,
  other: SignedIn,
  used: Set<Day>,
  message: string | null,
): Promise<string | null> {
  const today = dayInRome(context.clock.now());
  for (let ahead = 2; ahead < 40; ahead += 1) {
    const day = addDays(today, ahead);
    const offered = await findShiftOfDay(context.database, one.user.id, day);
    const wanted = await findShiftOfDay(context.database, other.user.id, day);
    if (used.has(day) || !offered || !wanted || !isWorking(offered) || !isWorking(wanted)) continue;
    if (offered.startTime === wanted.startTime) continue;
    used.add(day);
    const requestedShiftType: ShiftType | null = wanted.shiftType;
    const draft = { offeredShiftId: offered.id, requestedShiftType, requestedDate: day, message };
    const { request } = await publishRequest(context, one, draft);
    return request.id;
  }
  return null;
}

/** Publishes the person's next working Saturday as a `giorno`, for any day around it. */
async function publishFreeSaturday(context: AppContext, person: SignedIn, used: Set<Day>): Promise<void> {
  const today = dayInRome(context.clock.now());
  const first = 13 - weekdayOf(today);
  for (const ahead of [first, first + 7]) {
    const day = addDays(today, ahead);
    const offered = await findShiftOfDay(context.database, person.user.id, day);
    if (used.has(day) || !offered || !isWorking(offered)) continue;
    await publishRequest(context, person, {
      kind: 'giorno',
      offeredShiftId: offered.id,
      requestedDate: day,
      withinDays: 14,
      message: 'Si sposa mia sorella: mi serve il sabato libero.',
    });
    return;
  }
}
