import sql from 'sql-template-tag';
import { buildShift, buildUser, buildWorksite, type BuiltWorksite } from '../../../db/builders.ts';
import { expireRequests } from '../../../src/server/exchanges/commands.expire.ts';
import type { Answer } from '../calls.ts';
import { unsplit } from '../duties.ts';
import { type SignedInCaller, testNow, testTaxiAccessCode, type TestServer } from '../server.ts';
import { type Action, ceo } from './actions.ts';
import { restLimits } from './approval.ts';
import { modelPeople } from './roster.ts';
import { type Asked, type Duty, Model, type Placed, placeOf, the, type Worksite } from './state.ts';

/** The real server with the people of a model. */
export interface World {
  server: TestServer;
  people: SignedInCaller[];
  ceo: SignedInCaller;
  worksites: Record<Worksite, BuiltWorksite>;
  /** The server's ids of the model's requests. */
  requestIds: Record<string, string>;
  /** By `person day`. */
  shiftIds: Record<string, string>;
  signedInAt: string;
}

/** The rules of each worksite at the start. */
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

/** Creates worksites, people and their model; removes those of an earlier call. */
export async function buildWorld(server: TestServer, entries: readonly Placed[]) {
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
  const world = { server, people, ceo: await server.signInCeo(), worksites, shiftIds, requestIds: {} };
  return { model, world: { ...world, signedInAt: testNow } };
}

/** Advances the clock; the CEO's session expires after two idle hours, others after twelve: everybody signs in again in time. */
async function moveClock(world: World, until: string): Promise<void> {
  const { server, people } = world;
  server.clock.set(until);
  if (Date.parse(until) - Date.parse(world.signedInAt) > 3_600_000) {
    world.signedInAt = until;
    world.ceo = await server.signInCeo();
    for (const [who, person] of people.entries()) people[who] = await server.signInAs(person);
  }
  await expireRequests(server.context);
}

const entryOf = ({ day, duty }: { day: string; duty: Duty }) =>
  ({ date: day, workLocation: duty.place, startTime: duty.from, endTime: duty.to }) as never;
const wishOf = ({ day, days, wanted, message }: Asked, offeredShiftId: string) => ({
  offeredShiftId,
  requestedDate: day,
  message,
  ...(wanted !== null && { requestedShiftType: wanted }),
  ...(days.length > 0 && { acceptableDays: days }),
});

/** Prepares an action as a call, resolving names against the model before it. Waiting returns null. */
export function callOf(world: World, model: Model, action: Action): () => Promise<Answer<unknown> | null> {
  if (action.do === 'wait') return () => moveClock(world, action.until).then(() => null);
  if (action.do === 'setRules') {
    const { rest: mode, approval } = action.rules;
    const rules = { swapPolicy: { approval }, restRules: mode && { mode, limits: restLimits } };
    return () => world.ceo.changeWorksite(world.worksites[action.worksite].id, rules);
  }
  const by = action.who === ceo ? world.ceo : the(world.people[action.who]);
  const request = 'request' in action ? the(world.requestIds[action.request]) : '';
  const row = 'row' in action && action.row !== null ? the(model.findRow(action.who, action.row)) : null;
  const shift = row ? the(world.shiftIds[placeOf(action.who, row.day)]) : '';
  const whom = 'whom' in action && action.whom !== null ? the(world.people[action.whom]).id : undefined;
  const insisting = 'insists' in action && action.insists ? { 'x-override-exchange': 'true' } : {};
  switch (action.do) {
    case 'record':
      return () => by.call('POST /api/shifts', { body: entryOf(action) });
    case 'edit':
      return () => by.changeShift(shift, entryOf(action), insisting);
    case 'remove':
      return () => by.deleteShift(shift, insisting);
    case 'publish': {
      const body = { kind: action.kind, ...wishOf(action, shift) };
      return () => by.call('POST /api/exchange-requests', { body });
    }
    case 'change':
      return () => by.editRequest(request, wishOf(action, shift));
    case 'preAccept':
      return () => by.give(request, shift || undefined);
    case 'delete':
      return () => by.withdraw(request);
    case 'takeBack':
    case 'refuse':
      return () => by.takeBack(request, whom);
    case 'reject':
      return () => by.reject(request);
    case 'confirm':
      return () => by.confirm(request, whom);
    case 'approve':
      return () => by.approve(request);
    case 'refuseApproval':
      return () => by.refuseApproval(request);
  }
}
