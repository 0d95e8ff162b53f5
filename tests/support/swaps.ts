import { buildDuty, buildShift, type UserDraft } from '../../db/builders.ts';
import type { Day } from '../../src/domain/calendar/day.ts';
import type { Duty } from '../../src/domain/shifts/duty.ts';
import { type Caller, idOf } from './caller.ts';
import { swapDay } from './duties.ts';
import type { SignedInCaller, TestServer } from './server.ts';

export const early: Duty = buildDuty('sede', '06:00', '14:00');
export const late: Duty = buildDuty('sede', '14:00', '22:00');

export type OnDuty = Awaited<ReturnType<typeof signInOnDuty>>;

/** Makes a person, in a worksite of their own unless the draft names one, and their entry of `day`. */
export async function signInOnDuty(
  server: TestServer,
  duty: Duty,
  draft: UserDraft = {},
  { day = swapDay, notes = null }: { day?: Day; notes?: string | null } = {},
) {
  const person = await server.signIn(draft);
  return Object.assign(person, { shiftId: await buildShift(server.context, person, day, duty, notes) });
}

/** Giulia works early, Marco late, both in a worksite of their own unless her draft names one. */
export async function pair(server: TestServer, { giulia: draft }: { giulia?: UserDraft } = {}) {
  const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri', ...draft });
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { firstName: 'Marco', lastName: 'Bianchi', worksiteId });
  return { giulia, marco, worksiteId };
}

/** The same, and she has published. */
export async function published(...pairing: Parameters<typeof pair>) {
  const people = await pair(...pairing);
  return { ...people, requestId: await people.giulia.publishedId(people.giulia.shiftId) };
}

/** The same, and he has pre-accepted. */
export async function offered(...pairing: Parameters<typeof pair>) {
  const request = await published(...pairing);
  await request.marco.offer(request.requestId);
  return request;
}

/** Pre-accepts and confirms what was published; answers its id, throws if anything was refused. */
export async function complete(
  requester: Caller,
  accepter: SignedInCaller,
  requestId: string,
): Promise<string> {
  await accepter.offer(requestId);
  return idOf(requester.confirm(requestId, accepter.id));
}

/** Publishes for one, pre-accepts for the other, confirms; answers the request's id. */
export const swap = async (requester: OnDuty, accepter: OnDuty): Promise<string> =>
  complete(requester, accepter, await requester.publishedId(requester.shiftId));
