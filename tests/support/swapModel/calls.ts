import type { AnyInput, Call } from '../../../src/domain/call.ts';
import type { Answer, Caller } from '../caller.ts';
import { type Action, ceo, type Doing } from './actions.ts';
import { restLimits } from './approval.ts';
import { type Asked, type Duty, type Model, placeOf, the } from './state.ts';
import { moveClock, type World } from './world.ts';

/** Carries an action out, with names as they are before it. Waiting answers nothing. */
export function callOf(world: World, model: Model, action: Action): () => Promise<Answer<unknown> | null> {
  if (action.do === 'wait') {
    return () => moveClock(world, model, action.until).then(() => null);
  }
  const isByCeo = action.do === 'setActive' || action.do === 'setRules' || action.who === ceo;
  const caller: Caller = isByCeo ? world.ceo : the(world.people[action.who]);
  const write = calls[action.do] as (names: Names, action: Action) => [Call, AnyInput];
  const [name, input] = write(namesOf(world, model), action);
  return () => caller.call(name, input as never);
}

/** What the server calls what the model names. */
type Names = ReturnType<typeof namesOf>;

function namesOf(world: World, model: Model) {
  const shiftId = (who: number, row: number): string =>
    the(world.shiftIds[placeOf(who, the(model.findRow(who, row)).day)]);
  const personId = (who: number): string => the(world.people[who]).id;
  return {
    shiftId,
    personId,
    ofPerson: (who: number, body: object) => ({ params: { id: personId(who) }, body }),
    ofShift: ({ who, row, insists }: Doing<'edit' | 'remove'>, body?: object) => ({
      params: { id: shiftId(who, row) },
      headers: insists ? { 'x-override-exchange': 'true' } : {},
      ...(body && { body }),
    }),
    ofRequest: ({ request }: { request: string }, body?: object) => ({
      params: { id: the(world.requestIds[request]) },
      ...(body && { body }),
    }),
    wishOf: ({ who, row, day, days, wanted, message }: Asked & { who: number }) => ({
      offeredShiftId: shiftId(who, row),
      requestedDate: day,
      message,
      ...(wanted !== null && { requestedShiftType: wanted }),
      ...(days.length > 0 && { acceptableDays: days }),
    }),
    worksiteOf: (who: number) => world.worksites[model.person(who).worksite],
    worksites: world.worksites,
  };
}

const typed = ({ place, from, to }: Duty) => ({ workLocation: place, startTime: from, endTime: to });
const profile = { firstName: 'Persona', lastName: 'Modello', enableFlexibleShifts: false };
const requests = '/api/exchange-requests';

const calls: {
  [D in Exclude<Action['do'], 'wait'>]: (names: Names, action: Doing<D>) => [Call, AnyInput];
} = {
  record: (_, { day, duty }) => ['POST /api/shifts', { body: { date: day, ...typed(duty) } }],
  edit: ({ ofShift }, action) => [
    'PATCH /api/shifts/:id',
    ofShift(action, { date: action.day, ...typed(action.duty) }),
  ],
  remove: ({ ofShift }, action) => ['DELETE /api/shifts/:id', ofShift(action)],
  publish: ({ wishOf }, action) => [`POST ${requests}`, { body: { kind: action.kind, ...wishOf(action) } }],
  change: ({ ofRequest, wishOf }, action) => [`PUT ${requests}/:id`, ofRequest(action, wishOf(action))],
  preAccept: ({ ofRequest, shiftId }, action) => {
    const body = action.row === null ? undefined : { shiftId: shiftId(action.who, action.row) };
    return [`POST ${requests}/:id/pre-accept`, ofRequest(action, body)];
  },
  takeBack: ({ ofRequest }, action) => [
    `DELETE ${requests}/:id/cancel-pre-accept`,
    ofRequest(action, action.isUndo ? { isUndo: true } : undefined),
  ],
  refuse: ({ ofRequest, personId }, action) => [
    `DELETE ${requests}/:id/cancel-pre-accept`,
    ofRequest(action, { accepterUserId: personId(action.whom) }),
  ],
  confirm: ({ ofRequest, personId }, action) => {
    const body = action.whom === null ? undefined : { accepterUserId: personId(action.whom) };
    return [`POST ${requests}/:id/final-confirm`, ofRequest(action, body)];
  },
  reject: ({ ofRequest }, action) => [`POST ${requests}/:id/reject`, ofRequest(action)],
  delete: ({ ofRequest }, action) => [`DELETE ${requests}/:id`, ofRequest(action)],
  approve: ({ ofRequest }, action) => [`POST ${requests}/:id/approve`, ofRequest(action)],
  refuseApproval: ({ ofRequest }, action) => [
    `POST ${requests}/:id/refuse-approval`,
    ofRequest(action, { reason: 'No' }),
  ],
  setActive: ({ ofPerson }, { who, isActive }) => [
    'PATCH /api/ceo/users/:id/status',
    ofPerson(who, { isActive }),
  ],
  setHours: ({ ofPerson, worksiteOf }, { who, hours }) => {
    const { accessCode } = worksiteOf(who);
    return ['PATCH /api/users/:id', ofPerson(who, { ...profile, contractHours: hours, accessCode })];
  },
  setRules: ({ worksites }, { worksite, rules: { rest: mode, approval } }) => {
    const restRules = mode && { mode, limits: restLimits };
    const body = { swapPolicy: { approval }, restRules };
    return ['PATCH /api/ceo/worksites/:id', { params: { id: worksites[worksite].id }, body }];
  },
};
