import sql from 'sql-template-tag';
import { buildShift, buildUser, buildWorksite, type BuiltWorksite } from '../../../db/builders.ts';
import { expireRequests } from '../../../src/server/exchanges/commands.expire.ts';
import { unsplit } from '../duties.ts';
import { type SignedInCaller, testNow, testTaxiAccessCode, type TestServer } from '../server.ts';
import { restLimits } from './approval.ts';
import { type Duty, type Model, type Person, placeOf, the, type Worksite } from './state.ts';

/** The real server with the people of a model. */
export interface World {
  server: TestServer;
  people: SignedInCaller[];
  ceo: SignedInCaller;
  worksites: Record<Worksite, BuiltWorksite>;
  /** The server's names of the model's requests. */
  requestIds: Record<string, string>;
  /** By `person day`. */
  shiftIds: Record<string, string>;
  signedInAt: string;
}

/** New worksites and people, and the model of them. What an earlier call made is removed. */
export async function buildWorld(
  server: TestServer,
  drafts: readonly Person[],
  entries: readonly { who: number; day: string; duty: Duty }[],
): Promise<{ model: Model; world: World }> {
  const { context, database, clock } = server;
  await database.run(sql`delete from worksites where name like 'Modello %'`);
  await database.run(sql`delete from notifications`);
  clock.set(testNow);
  const worksites = {
    nord: await buildWorksite(context, { name: 'Modello nord' }),
    sud: await buildWorksite(context, { name: 'Modello sud' }),
    taxi: await buildWorksite(context, {
      name: 'Modello taxi',
      accessCode: testTaxiAccessCode,
      variant: 'taxi',
    }),
  };
  await setRestRules(server);
  const people: SignedInCaller[] = [];
  for (const { worksite, role, hours, mayApprove } of drafts) {
    const draft = {
      worksiteId: worksites[worksite].id,
      role: role as 'operatore',
      contractHours: hours,
      mayApproveSwaps: mayApprove,
    };
    people.push(await server.signInAs(await buildUser(context, draft)));
  }
  const model: Model = {
    now: testNow,
    people: drafts.map((person) => ({ ...person })),
    rules: structuredClone(firstRules),
    calendar: {},
    requests: {},
    news: [],
    due: {},
    swaps: 0,
    nextRow: 1,
  };
  const shiftIds: Record<string, string> = {};
  for (const { who, day, duty } of entries) {
    const place = placeOf(who, day);
    shiftIds[place] = await buildShift(context, the(people[who]), day, rowOf(duty));
    model.calendar[place] = { row: model.nextRow++, duty, isSwapped: false };
  }
  const ceo = await server.signInCeo();
  const world = { server, people, ceo, worksites, requestIds: {}, shiftIds, signedInAt: testNow };
  return { model, world };
}

/** What their worksites ask of swaps before anybody changes it. */
const firstRules: Model['rules'] = {
  nord: { rest: 'avviso', approval: 'automatica', cutoff: 0 },
  sud: { rest: 'blocco', approval: 'automatica', cutoff: 0 },
  taxi: { rest: 'off', approval: 'automatica', cutoff: 0 },
};

async function setRestRules({ database }: TestServer): Promise<void> {
  for (const [name, { rest: mode }] of Object.entries(firstRules)) {
    const rules = JSON.stringify({ mode, limits: restLimits });
    await database.run(sql`
      update worksites set rest_rules = ${rules}::jsonb where name = ${`Modello ${name}`}`);
  }
}

const rowOf = ({ place, from, to, type }: Duty) => ({
  workLocation: place,
  startTime: from,
  endTime: to,
  shiftType: type as 'mattina' | null,
  ...unsplit,
});

/** The CEO's session ends after two hours without use, others after twelve: everybody signs in again before. */
export async function moveClock(world: World, model: Model, until: string, isTidied: boolean): Promise<void> {
  const { server } = world;
  server.clock.set(until);
  if (Date.parse(until) - Date.parse(world.signedInAt) > 3_600_000) {
    world.signedInAt = until;
    world.ceo = await server.signInCeo();
    for (const [who, { isActive }] of model.people.entries()) if (isActive) await signInAgain(world, who);
  }
  if (isTidied) await expireRequests(server.context);
}

export async function signInAgain(world: World, who: number): Promise<void> {
  world.people[who] = await world.server.signInAs(the(world.people[who]));
}
