import type { Answer, Caller } from '../caller.ts';
import type { Action, Asked, Doing } from './actions.ts';
import { type Duty, findRow, type Model, personAt, placeOf, the } from './state.ts';
import { moveClock, type World } from './world.ts';

/** Waiting answers nothing. */
export type Call = () => Promise<Answer<unknown> | null>;

/** The call an action is, with names as they are before it. */
export function callOf(world: World, model: Model, action: Action): Call {
  if (action.do === 'wait') {
    return () => moveClock(world, model, action.until, action.isTidied).then(() => null);
  }
  const person = the(world.people[action.who]);
  if (action.do === 'setActive') {
    const { isActive } = action;
    return () => world.ceo.patch(`/api/ceo/users/${person.id}/status`, { isActive });
  }
  if (action.do === 'setHours') return setHours(world, model, action);
  if (action.do === 'record') {
    return () => person.post('/api/shifts', { date: action.day, ...typed(action.duty) });
  }
  if (action.do === 'edit' || action.do === 'remove') return calendarCall(world, model, action);
  if (action.do === 'publish') {
    const body = { kind: action.kind, ...wishOf(world, model, action.who, action) };
    return () => person.post('/api/exchange-requests', body);
  }
  const path = `/api/exchange-requests/${world.requestIds[action.request]}`;
  if (action.do === 'change') {
    const body = wishOf(world, model, action.who, action);
    return () => person.put(path, body);
  }
  return answerCall(world, person, path, action);
}

function setHours(world: World, model: Model, { who, hours }: Doing<'setHours'>): Call {
  const person = the(world.people[who]);
  const { accessCode } = world.worksites[personAt(model, who).worksite];
  const names = { firstName: 'Persona', lastName: 'Modello', enableFlexibleShifts: false };
  return () => person.patch(`/api/users/${person.id}`, { ...names, contractHours: hours, accessCode });
}

function calendarCall(world: World, model: Model, action: Doing<'edit' | 'remove'>): Call {
  const person = the(world.people[action.who]);
  const headers = action.insists ? { 'x-override-exchange': 'true' } : undefined;
  const path = `/api/shifts/${shiftIdOf(world, model, action.who, action.row)}`;
  if (action.do === 'remove') return () => person.delete(path, headers);
  const body = { date: action.day, ...typed(action.duty) };
  return () => person.patch(path, body, headers);
}

type Answering = Doing<'preAccept' | 'takeBack' | 'reject' | 'delete' | 'refuse' | 'confirm'>;

function answerCall({ people }: World, person: Caller, path: string, action: Answering): Call {
  if (action.do === 'preAccept') return () => person.post(`${path}/pre-accept`);
  if (action.do === 'reject') return () => person.post(`${path}/reject`);
  if (action.do === 'takeBack') return () => person.delete(`${path}/cancel-pre-accept`);
  if (action.do === 'delete') return () => person.delete(path);
  const named = action.whom === null ? undefined : { accepterUserId: the(people[action.whom]).id };
  if (action.do === 'refuse') return () => person.send('DELETE', `${path}/cancel-pre-accept`, named);
  return () => person.post(`${path}/final-confirm`, named);
}

const typed = ({ place, from, to }: Duty) => ({ workLocation: place, startTime: from, endTime: to });

function wishOf(world: World, model: Model, who: number, { row, day, wanted, message }: Asked): object {
  const offeredShiftId = shiftIdOf(world, model, who, row);
  return {
    offeredShiftId,
    requestedDate: day,
    message,
    ...(wanted !== null && { requestedShiftType: wanted }),
  };
}

function shiftIdOf({ shiftIds }: World, model: Model, who: number, row: number): string {
  return the(shiftIds[placeOf(who, the(findRow(model, who, row)).day)]);
}
