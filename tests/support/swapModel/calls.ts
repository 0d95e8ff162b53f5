import type { AnyInput, Call } from '../../../src/domain/call.ts';
import type { Answer } from '../calls.ts';
import { type Action, ceo } from './actions.ts';
import { restLimits } from './approval.ts';
import { type Model, placeOf, the } from './state.ts';
import { moveClock, type World } from './world.ts';

type Calling = Exclude<Action, { do: 'wait' }>;

const requests = '/api/exchange-requests';
const routes: Record<Calling['do'], Call> = {
  record: 'POST /api/shifts',
  edit: 'PATCH /api/shifts/:id',
  remove: 'DELETE /api/shifts/:id',
  publish: `POST ${requests}`,
  change: `PUT ${requests}/:id`,
  preAccept: `POST ${requests}/:id/pre-accept`,
  takeBack: `DELETE ${requests}/:id/cancel-pre-accept`,
  refuse: `DELETE ${requests}/:id/cancel-pre-accept`,
  reject: `POST ${requests}/:id/reject`,
  delete: `DELETE ${requests}/:id`,
  confirm: `POST ${requests}/:id/final-confirm`,
  approve: `POST ${requests}/:id/approve`,
  refuseApproval: `POST ${requests}/:id/refuse-approval`,
  setRules: 'PATCH /api/ceo/worksites/:id',
};

/** Carries an action out, with names as they are before it. Waiting answers nothing. */
export function callOf(world: World, model: Model, action: Action): () => Promise<Answer<unknown> | null> {
  if (action.do === 'wait') return () => moveClock(world, action.until).then(() => null);
  const isByCeo = action.do === 'setRules' || action.who === ceo;
  const caller = isByCeo ? world.ceo : the(world.people[action.who]);
  const input: AnyInput = {
    ...('insists' in action && action.insists && { headers: { 'x-override-exchange': 'true' } }),
    ...inputOf(world, model, action),
  };
  return () => caller.call(routes[action.do], input as never);
}

/** What `:id` stands for, and the body. */
function inputOf(world: World, model: Model, action: Calling): AnyInput {
  const shiftOf = (who: number, row: number) =>
    the(world.shiftIds[placeOf(who, the(model.findRow(who, row)).day)]);
  const of = (id: string | undefined, body?: object): AnyInput => ({ params: { id: the(id) }, body });
  const ofRequest = (body?: object) => of('request' in action ? world.requestIds[action.request] : '', body);
  switch (action.do) {
    case 'record':
    case 'edit': {
      const { place: workLocation, from: startTime, to: endTime } = action.duty;
      const body = { date: action.day, workLocation, startTime, endTime };
      return action.do === 'edit' ? of(shiftOf(action.who, action.row), body) : { body };
    }
    case 'remove':
      return of(shiftOf(action.who, action.row));
    case 'publish':
    case 'change': {
      const { row, day, days, wanted, message } = action;
      const wish = {
        offeredShiftId: shiftOf(action.who, row),
        requestedDate: day,
        message,
        ...(wanted !== null && { requestedShiftType: wanted }),
        ...(days.length > 0 && { acceptableDays: days }),
      };
      return action.do === 'change' ? ofRequest(wish) : { body: { kind: action.kind, ...wish } };
    }
    case 'preAccept':
      return ofRequest(action.row === null ? undefined : { shiftId: shiftOf(action.who, action.row) });
    case 'confirm':
    case 'refuse':
      return ofRequest(action.whom === null ? {} : { accepterUserId: the(world.people[action.whom]).id });
    case 'refuseApproval':
      return ofRequest({ reason: 'No' });
    case 'setRules': {
      const { rest: mode, approval } = action.rules;
      const restRules = mode && { mode, limits: restLimits };
      return of(world.worksites[action.worksite].id, { swapPolicy: { approval }, restRules });
    }
    default:
      return ofRequest();
  }
}
