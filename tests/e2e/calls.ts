import type { Page } from '@playwright/test';
import type { Day } from '../../src/domain/calendar/day.ts';
import type { Call, InputOf, Rest } from '../../src/domain/call.ts';
import type { ExchangeRequest } from '../../src/domain/exchanges/schema.ts';
import type { ShiftType } from '../../src/domain/shifts/duty.ts';
import { defaultRestRules } from '../../src/domain/worksites/schema.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { bodyOf, bodyOfSuccess, sentOf } from '../../tools/http.ts';

// Calls to the server in a page's session, for everything a test does off-screen.

type Session = Pick<Page, 'request'>;

/** Makes a call and returns any answer. */
export async function answerTo<C extends Call>({ request }: Session, name: C, ...rest: Rest<InputOf<C>>) {
  const { method, path, body: data } = sentOf(name, ...rest);
  const answer = await request.fetch(path, { method, ...(data !== undefined && { data }) });
  return { status: answer.status(), body: bodyOf(answer.headers()['content-type'], await answer.text()) };
}

/** Makes a call that must succeed and returns its body. */
export const ask = async <C extends Call>(session: Session, name: C, ...rest: Rest<InputOf<C>>) =>
  bodyOfSuccess(name, await answerTo(session, name, ...rest));

export const idOf = async (page: Page): Promise<string> => (await ask(page, 'GET /api/auth/user')).user.id;

/** Records a duty at 'sede'; returns its id. */
export async function recordShift(page: Page, date: Day, startTime: string, endTime: string) {
  const body = { date, workLocation: 'sede', startTime, endTime } as const;
  return (await ask(page, 'POST /api/shifts', { body })).id;
}

/** Publishes a shift, for an afternoon by default; returns the request's id. */
export async function publishShift(
  page: Page,
  offeredShiftId: string,
  requestedDate: Day,
  requestedShiftType: ShiftType = 'pomeriggio',
): Promise<string> {
  const body = { offeredShiftId, requestedShiftType, requestedDate };
  return (await ask(page, 'POST /api/exchange-requests', { body })).request.id;
}

export const requestOf = (page: Page, id: string): Promise<ExchangeRequest> =>
  ask(page, 'GET /api/exchange-requests/:id', { params: { id } });

export const preAccept = (page: Page, id: string): Promise<unknown> =>
  ask(page, 'POST /api/exchange-requests/:id/pre-accept', { params: { id } });

/** As the CEO. */
export const setActive = (ceo: Page, id: string, isActive: boolean): Promise<void> =>
  ask(ceo, 'PATCH /api/ceo/users/:id/status', { params: { id }, body: { isActive } });

export const impersonate = (ceo: Page, id: string): Promise<unknown> =>
  ask(ceo, 'POST /api/ceo/impersonate/:id', { params: { id } });

/**
 * Switches off a worksite's rest rules: its people work opposite shifts day after day and would have to confirm a
 * warning before each swap.
 */
export async function leaveRestAlone(
  session: Session,
  people: readonly { email: string; password: string }[],
): Promise<void> {
  await signInQuietly(session, demoCeo);
  const found = (await ask(session, 'GET /api/ceo/worksites')).find(
    ({ name }) => name === 'Cantiere Tiburtina',
  );
  const body = { restRules: { ...defaultRestRules('standard'), mode: 'off' as const } };
  await ask(session, 'PATCH /api/ceo/worksites/:id', { params: { id: found?.id ?? '' }, body });
  // marks the notifications about it as read
  for (const person of people) {
    await signInQuietly(session, person);
    const { notifications } = await ask(session, 'GET /api/notifications/page', { query: {} });
    const told = notifications.find(({ title }) => title === 'Regole degli scambi cambiate');
    await ask(session, 'PATCH /api/notifications/:id/read', { params: { id: told?.id ?? '' } });
  }
}

/** Signs in by a call; the session outlives a moved clock. */
export const signInQuietly = (session: Session, account: { email: string; password: string }) =>
  ask(session, 'POST /api/auth/login', { body: { ...account, rememberMe: true } });
