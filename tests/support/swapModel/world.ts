import sql from 'sql-template-tag';
import { buildShift, buildUser, buildWorksite, type BuiltWorksite } from '../../../db/builders.ts';
import { expireRequests } from '../../../src/server/exchanges/commands.expire.ts';
import { unsplit } from '../duties.ts';
import { type SignedInCaller, testNow, testTaxiAccessCode, type TestServer } from '../server.ts';
import { restLimits } from './approval.ts';
import { modelPeople } from './roster.ts';
import { Model, type Placed, placeOf, the, type Worksite } from './state.ts';

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

/** What their worksites ask of swaps before anybody changes it. */
const firstRules: Model['rules'] = {
  nord: { rest: 'avviso', approval: 'automatica', cutoff: 2 },
  sud: { rest: 'blocco', approval: 'sempre', cutoff: 6 },
  taxi: { rest: 'off', approval: 'automatica', cutoff: 0 },
};

async function buildWorksites({ context, database }: TestServer): Promise<World['worksites']> {
  const build = async (name: Worksite): Promise<BuiltWorksite> => {
    const taxi = { accessCode: testTaxiAccessCode, variant: 'taxi' } as const;
    const worksite = await buildWorksite(context, { name: `Modello ${name}`, ...(name === 'taxi' && taxi) });
    const { rest: mode, approval, cutoff } = firstRules[name];
    const rules = JSON.stringify({ mode, limits: restLimits });
    await database.run(sql`
      update worksites set rest_rules = ${rules}::jsonb, swap_cutoff_hours = ${cutoff},
        swap_approval = ${approval} where id = ${worksite.id}`);
    return worksite;
  };
  return { nord: await build('nord'), sud: await build('sud'), taxi: await build('taxi') };
}

/** New worksites and people, and the model of them. What an earlier call made is removed. */
export async function buildWorld(
  server: TestServer,
  entries: readonly Placed[],
): Promise<{ model: Model; world: World }> {
  const { context, database, clock } = server;
  await database.run(sql`delete from worksites where name like 'Modello %'`);
  await database.run(sql`delete from notifications`);
  clock.set(testNow);
  const worksites = await buildWorksites(server);
  const people: SignedInCaller[] = [];
  for (const { worksite, role, hours: contractHours, mayApprove: mayApproveSwaps } of modelPeople) {
    const worksiteId = worksites[worksite].id;
    const person = await buildUser(context, { worksiteId, role, contractHours, mayApproveSwaps });
    people.push(await server.signInAs(person));
  }
  const model = Object.assign(new Model(), {
    now: testNow,
    rules: structuredClone(firstRules),
    people: modelPeople,
  });
  const shiftIds: Record<string, string> = {};
  for (const { who, day, duty } of entries) {
    const { place, from: startTime, to: endTime, type } = duty;
    const row = { workLocation: place, startTime, endTime, shiftType: type as 'mattina', ...unsplit };
    shiftIds[placeOf(who, day)] = await buildShift(context, the(people[who]), day, row);
    model.put(who, day, duty);
  }
  const ceo = await server.signInCeo();
  return { model, world: { server, people, ceo, worksites, requestIds: {}, shiftIds, signedInAt: testNow } };
}

/** The CEO's session ends after two hours without use, others after twelve: everybody signs in again before. */
export async function moveClock(world: World, until: string): Promise<void> {
  const { server, people } = world;
  server.clock.set(until);
  if (Date.parse(until) - Date.parse(world.signedInAt) > 3_600_000) {
    world.signedInAt = until;
    world.ceo = await server.signInCeo();
    for (const [who, person] of people.entries()) people[who] = await server.signInAs(person);
  }
  await expireRequests(server.context);
}
