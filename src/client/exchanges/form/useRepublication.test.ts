import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { holidays, own, request } from '../../../../tests/support/exchangeRequests.ts';
import { renderHook } from '../../../../tests/support/hooks.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import type { Session } from '../../../domain/users/schema.ts';
import { defaultSwapPolicy } from '../../../domain/worksites/swapPolicy.ts';
import { SignedInContext } from '../../auth/session.ts';
import { useRepublication } from './offerChoice.ts';

const asked: string[] = [];
let answer: unknown = [];
beforeEach(() => {
  asked.length = 0;
  vi.setSystemTime(Date.UTC(2026, 10, 20, 9));
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json(answer);
  });
});

const session = {
  user: { id: own.requesterId, worksiteId: 'w', role: 'operatore', contractHours: 8, isActive: true },
  worksite: { variant: 'standard', swapPolicy: defaultSwapPolicy('standard') },
} as Session;

async function republication(one: ExchangeRequest) {
  const hook = await renderHook(
    () => useRepublication(one),
    (children) => createElement(SignedInContext, { value: session }, children),
  );
  await hook.act(() => vi.waitFor(() => expect(hook.client.isFetching()).toBe(0)));
  const now = hook.now();
  await hook.unmount();
  return now;
}

const closed = request({ ...own, status: 'annullata', closeReason: 'withdrawn' as never });
const shift = {
  ...closed.offeredShift,
  id: closed.offeredShiftId,
  openRequestId: null,
  reservedRequestId: null,
};

test('a closed request can be published again while the shift it offered is there', async () => {
  answer = [shift];
  expect(await republication(closed)).toEqual({ isThere: true, refusal: null });
  answer = [{ ...shift, id: 'another' }];
  expect(await republication(closed)).toEqual({ isThere: false, refusal: null });
  expect(new Set(asked)).toEqual(new Set(['/api/user-shifts']));
});

test('it says why not where another request offers that shift, or its length is another by now', async () => {
  answer = [{ ...shift, openRequestId: 'r2' }];
  expect(await republication(closed)).toEqual({
    isThere: true,
    refusal: 'Hai già una richiesta aperta per questo turno',
  });
  answer = [{ ...shift, endTime: '15:00' }];
  expect(await republication(closed)).toMatchObject({
    isThere: true,
    refusal: expect.stringMatching(/9 ore/) as string,
  });
});

test('holidays are published again while their week is one of holidays and no other request offers it', async () => {
  const week = holidays(own).weeks!.offered;
  const ofWeek = (changes: object) => ({
    own: [{ ...week, shiftId: 's', days: [], openRequestId: null, ...changes }],
    wanted: [],
  });
  answer = ofWeek({});
  expect(await republication(holidays(own))).toEqual({ isThere: true, refusal: null });
  answer = ofWeek({ openRequestId: 'r2' });
  expect(await republication(holidays(own))).toEqual({
    isThere: true,
    refusal: 'Hai già una richiesta aperta per questa settimana.',
  });
  answer = ofWeek({ from: '2027-01-02' });
  expect(await republication(holidays(own))).toEqual({ isThere: false, refusal: null });
  expect(new Set(asked)).toEqual(new Set(['/api/exchange-requests/holiday-weeks']));
});
