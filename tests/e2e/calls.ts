import type { Page } from 'playwright-core';
import type { Day } from '../../src/domain/calendar/day.ts';
import type { ExchangeRequest } from '../../src/domain/exchanges/schema.ts';
import type { ShiftType } from '../../src/domain/shifts/duty.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { Session } from '../../src/domain/users/schema.ts';

// What happens beside the screen that a test looks at: calls to the server in the session of a page.

async function call<Body>(
  page: Page,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<Body> {
  const answer = await page.request.fetch(path, { method, ...(data && { data }) });
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

export const idOf = async (page: Page): Promise<string> =>
  (await call<Session>(page, 'GET', '/api/auth/user')).user.id;

/** Records a duty of eight hours, 'sede'; answers its id. */
export async function recordShift(
  page: Page,
  date: Day,
  startTime: string,
  endTime: string,
): Promise<string> {
  const shift = { date, workLocation: 'sede', startTime, endTime };
  return (await call<Shift>(page, 'POST', '/api/shifts', shift)).id;
}

/** Moves a duty of eight hours to other times. */
export const moveShift = (page: Page, id: string, startTime: string, endTime: string): Promise<void> =>
  call(page, 'PATCH', `/api/shifts/${id}`, { startTime, endTime });

/** Publishes a shift of that day, for an afternoon unless another type is named; answers the request's id. */
export async function publishShift(
  page: Page,
  offeredShiftId: string,
  requestedDate: Day,
  requestedShiftType: ShiftType = 'pomeriggio',
): Promise<string> {
  const { request } = await call<{ request: ExchangeRequest }>(page, 'POST', '/api/exchange-requests', {
    offeredShiftId,
    requestedShiftType,
    requestedDate,
  });
  return request.id;
}

export const requestOf = (page: Page, id: string): Promise<ExchangeRequest> =>
  call(page, 'GET', `/api/exchange-requests/${id}`);

export const preAccept = (page: Page, requestId: string): Promise<void> =>
  call(page, 'POST', `/api/exchange-requests/${requestId}/pre-accept`);

export const withdraw = (page: Page, requestId: string): Promise<void> =>
  call(page, 'DELETE', `/api/exchange-requests/${requestId}/cancel-pre-accept`);

/** As the CEO. */
export const setActive = (ceo: Page, userId: string, isActive: boolean): Promise<void> =>
  call(ceo, 'PATCH', `/api/ceo/users/${userId}/status`, { isActive });
