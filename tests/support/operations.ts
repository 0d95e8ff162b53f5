import type { InputOf } from '../../src/domain/call.ts';
import type { Operation, OperationStatus } from '../../src/domain/operations/schema.ts';
import { type Answer, type Caller, callOn, outcomeOf } from './caller.ts';
import type { TestServer } from './server.ts';

// What people do with operation codes.

export const enter = (person: Caller, body: object = {}): Promise<Answer<Operation>> =>
  person.callUntyped('POST /api/operations', { body: { type: 'OPP', code: 'OP12AB', ...body } });

/** The id of a code that is entered now. */
export async function entered(person: Caller, body: object = {}): Promise<string> {
  const answer = await enter(person, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

export const review = (person: Caller, id: string, status: OperationStatus, reason?: string | null) =>
  callOn('PATCH /api/operations/:id')(person, id, { status, reason });

export const reviewAll = (person: Caller, ids: string[], status: 'approved' | 'rejected') =>
  person.call('POST /api/operations/review', { body: { ids, status } });

export const listCodes = (person: Caller, query: InputOf<'GET /api/operations/page'>['query'] = {}) =>
  person.ask('GET /api/operations/page', { query });

export const removeCode = async (person: Caller, id: string): Promise<string> =>
  outcomeOf(await callOn('DELETE /api/operations/:id')(person, id));

/** Somebody who enters codes and somebody who reviews those of their worksite. */
export async function codeTeam(server: TestServer) {
  const giulia = await server.signIn({ firstName: 'Giulia', lastName: 'Ferri' });
  const { worksiteId } = giulia;
  const draft = { worksiteId, firstName: 'Anna', lastName: 'Villa', mayReviewCodes: true };
  return { giulia, anna: await server.signIn(draft) };
}
