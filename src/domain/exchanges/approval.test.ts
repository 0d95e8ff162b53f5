import { describe, expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import { offer, request } from '../../../tests/support/exchangeFacts.ts';
import { refuse } from '../errors/refusal.ts';
import type { RestBreach } from '../rest/breaches.ts';
import type { Entry } from '../shifts/rules.ts';
import * as approval from './approval.ts';
import type { ApprovalViewer } from './approval.ts';

const breach: RestBreach = { rule: 'days_in_row', limit: 6, from: '2026-11-20', to: '2026-11-26', days: 7 };
const none = { requester: [], accepter: [] };

test.each([
  ['automatica', false, false, false],
  ['automatica_senza_avvisi', false, true, true],
  ['sempre', true, true, true],
] as const)('%s: without a warning %s, with one for either %s, %s', (mode, without, ofOne, ofOther) => {
  expect(approval.needsApproval(mode, none)).toBe(without);
  expect(approval.needsApproval(mode, { ...none, requester: [breach] })).toBe(ofOne);
  expect(approval.needsApproval(mode, { ...none, accepter: [breach] })).toBe(ofOther);
});

describe('the wait ends', () => {
  const duty = (date: string, startTime: string | null): Entry =>
    dutyWith({
      date,
      workLocation: startTime === null ? 'ferie' : 'sede',
      startTime,
      endTime: startTime && '22:00',
      shiftType: null,
    });

  test.each([
    [
      'the first swapped shift begins',
      [duty('2026-11-21', '06:00'), duty('2026-11-20', '14:00')],
      0,
      '2026-11-20T13:00:00.000Z',
    ],
    [
      'the cut-off before it',
      [duty('2026-11-20', '14:00'), duty('2026-11-20', '06:00')],
      24,
      '2026-11-19T05:00:00.000Z',
    ],
    ['a day without work begins', [duty('2026-11-21', null)], 0, '2026-11-20T23:00:00.000Z'],
    [
      'hours are elapsed time, also in the night of a clock change',
      [duty('2026-10-25', '06:00')],
      12,
      '2026-10-24T17:00:00.000Z',
    ],
  ])('when %s', (_, duties, cutoffHours, end) => {
    expect(approval.approvalEndsAt(duties, cutoffHours)).toBe(end);
  });

  test('at exactly that moment; until then no offer can be made or taken', () => {
    const end = '2026-11-20T13:00:00.000Z';
    const waiting = (reservedUntil: string | null) => request({ offers: [offer({ reservedUntil })] });
    const before = '2026-11-20T12:59:59.999Z';
    expect(approval.judgeNotAwaiting(waiting(end), before)).toEqual(refuse('exchange_awaiting_approval'));
    expect(approval.judgeNotAwaiting(waiting(end), end)).toEqual({ ok: true });
    expect(approval.judgeNotAwaiting(waiting(null), end)).toEqual({ ok: true });
  });
});

describe('who may approve', () => {
  const swap = { worksiteId: 'nord', requesterId: 'giulia', accepterId: 'marco' };
  const viewer: ApprovalViewer = { id: 'anna', worksiteId: 'nord', isCeo: false, mayApproveSwaps: true };
  const yes = { ok: true };

  test.each([
    ['an approver of the worksite', viewer, yes],
    [
      'the CEO, of any worksite',
      { ...viewer, worksiteId: 'direzione', isCeo: true, mayApproveSwaps: false },
      yes,
    ],
    ['not without the permission', { ...viewer, mayApproveSwaps: false }, refuse('exchange_not_approver')],
    ['not for another worksite', { ...viewer, worksiteId: 'sud' }, refuse('not_found')],
    ['not the requester', { ...viewer, id: 'giulia' }, refuse('exchange_own_approval')],
    ['not the accepter', { ...viewer, id: 'marco' }, refuse('exchange_own_approval')],
    [
      'not the CEO for their own swap',
      { ...viewer, id: 'marco', isCeo: true },
      refuse('exchange_own_approval'),
    ],
    [
      'without permission, the refusal does not reveal whose it is',
      { ...viewer, worksiteId: 'sud', mayApproveSwaps: false },
      refuse('exchange_not_approver'),
    ],
  ])('%s', (_, who, verdict) => {
    expect(approval.judgeApproval(who, swap)).toEqual(verdict);
    expect(approval.judgeApprover(who).ok).toBe(who.isCeo || who.mayApproveSwaps);
  });
});
