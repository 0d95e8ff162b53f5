import type { Answer, Caller } from '../caller.ts';
import type { Action, Asked, Doing } from './actions.ts';
import { ceo, isDecision, restLimits } from './approval.ts';
import { type Duty, findRow, type Model, personAt, placeOf, the } from './state.ts';
import { moveClock, type World } from './world.ts';

/** Waiting answers nothing. */
export type Call = () => Promise<Answer<unknown> | null>;

/** The call an action is, with names as they are before it. */
export function callOf(world: World, model: Model, action: Action): Call {
  if (action.do === 'wait') {
    return () => moveClock(world, model, action.until, action.isTidied).then(() => null);
  }
  if (isDecision(action)) {
    const approver = action.who === ceo ? world.ceo : the(world.people[action.who]);
    const id = { params: { id: the(world.requestIds[action.request]) } };
    return action.do === 'approve'
      ? () => approver.call('POST /api/exchange-requests/:id/approve', id)
      : () =>
          approver.call('POST /api/exchange-requests/:id/refuse-approval', { ...id, body: { reason: 'No' } });
  }
  const person = 'who' in action ? the(world.people[action.who]) : world.ceo;
  if (action.do === 'setActive') {
    const { isActive } = action;
    const params = { id: person.id };
    return () => world.ceo.call('PATCH /api/ceo/users/:id/status', { params, body: { isActive } });
  }
  if (action.do === 'setRules') {
    const { rest: mode, approval, cutoff } = action.rules;
    const body = {
      swapPolicy: {
        ...(approval && { approval }),
        ...(cutoff !== undefined && { cutoffHours: cutoff as 0 }),
      },
      ...(mode && { restRules: { mode, limits: restLimits } }),
    };
    const params = { id: world.worksites[action.worksite].id };
    return () => world.ceo.call('PATCH /api/ceo/worksites/:id', { params, body });
  }
  if (action.do === 'setHours') return setHours(world, model, action);
  if (action.do === 'record') {
    const body = { date: action.day, ...typed(action.duty) };
    return () => person.call('POST /api/shifts', { body });
  }
  if (action.do === 'edit' || action.do === 'remove') return calendarCall(world, model, action);
  if (action.do === 'publish') {
    const body = { kind: action.kind, ...wishOf(world, model, action.who, action) };
    return () => person.call('POST /api/exchange-requests', { body });
  }
  const params = { id: the(world.requestIds[action.request]) };
  if (action.do === 'change') {
    const body = wishOf(world, model, action.who, action);
    return () => person.call('PUT /api/exchange-requests/:id', { params, body });
  }
  return answerCall(world, model, person, params, action);
}

function setHours(world: World, model: Model, { who, hours }: Doing<'setHours'>): Call {
  const person = the(world.people[who]);
  const { accessCode } = world.worksites[personAt(model, who).worksite];
  const names = { firstName: 'Persona', lastName: 'Modello', enableFlexibleShifts: false };
  const body = { ...names, contractHours: hours, accessCode };
  return () => person.call('PATCH /api/users/:id', { params: { id: person.id }, body });
}

function calendarCall(world: World, model: Model, action: Doing<'edit' | 'remove'>): Call {
  const person = the(world.people[action.who]);
  const headers = action.insists ? { 'x-override-exchange': 'true' } : {};
  const params = { id: shiftIdOf(world, model, action.who, action.row) };
  if (action.do === 'remove') return () => person.call('DELETE /api/shifts/:id', { params, headers });
  const body = { date: action.day, ...typed(action.duty) };
  return () => person.call('PATCH /api/shifts/:id', { params, headers, body });
}

const takeBack = 'DELETE /api/exchange-requests/:id/cancel-pre-accept';

type Answering = Doing<'preAccept' | 'takeBack' | 'reject' | 'delete' | 'refuse' | 'confirm'>;

function answerCall(
  world: World,
  model: Model,
  person: Caller,
  params: { id: string },
  action: Answering,
): Call {
  const input = { params };
  if (action.do === 'preAccept') {
    const body =
      action.row === null ? undefined : { shiftId: shiftIdOf(world, model, action.who, action.row) };
    return () => person.call('POST /api/exchange-requests/:id/pre-accept', { params, body });
  }
  if (action.do === 'reject') return () => person.call('POST /api/exchange-requests/:id/reject', input);
  if (action.do === 'takeBack') {
    const body = action.isUndo ? { isUndo: true } : undefined;
    return () => person.call(takeBack, { params, body });
  }
  if (action.do === 'delete') return () => person.call('DELETE /api/exchange-requests/:id', input);
  const body = action.whom === null ? undefined : { accepterUserId: the(world.people[action.whom]).id };
  if (action.do === 'refuse') return () => person.call(takeBack, { params, body });
  return () => person.call('POST /api/exchange-requests/:id/final-confirm', { params, body });
}

const typed = ({ place, from, to }: Duty) => ({ workLocation: place, startTime: from, endTime: to });

function wishOf(world: World, model: Model, who: number, { row, day, days, wanted, message }: Asked) {
  const offeredShiftId = shiftIdOf(world, model, who, row);
  return {
    offeredShiftId,
    requestedDate: day,
    message,
    ...(wanted !== null && { requestedShiftType: wanted }),
    ...(days.length > 0 && { acceptableDays: days }),
  };
}

function shiftIdOf({ shiftIds }: World, model: Model, who: number, row: number): string {
  return the(shiftIds[placeOf(who, the(findRow(model, who, row)).day)]);
}
