import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../errors/messages.it.ts';
import type { Refusal } from '../errors/refusal.ts';
import {
  type CodeFacts,
  type CodeViewer,
  judgeDeletion,
  judgeOperations,
  judgeReopening,
  judgeReview,
  mayReview,
  spanOfMonth,
  yearOf,
} from './rules.ts';

const worker: CodeViewer = {
  id: 'giulia',
  impersonatorId: null,
  worksiteId: 'tiburtina',
  variant: 'standard',
  isCeo: false,
  mayReviewCodes: false,
};
const reviewer: CodeViewer = { ...worker, id: 'anna', mayReviewCodes: true };
const foreignReviewer: CodeViewer = { ...reviewer, id: 'ugo', worksiteId: 'ostiense' };
const ceo: CodeViewer = { ...worker, id: 'ceo', worksiteId: 'direzione', isCeo: true };

const pending: CodeFacts = {
  userId: 'giulia',
  worksiteId: 'tiburtina',
  status: 'pending',
  reviewer: null,
  enteredById: null,
  rejectionReason: null,
};
const approved: CodeFacts = { ...pending, status: 'approved', reviewer: { id: 'anna', name: 'Anna Villa' } };
const rejected: CodeFacts = { ...approved, status: 'rejected', rejectionReason: 'Illeggibile' };
const approval = { status: 'approved', reason: null } as const;
const rejection = { status: 'rejected', reason: 'Illeggibile' } as const;

const codeOf = (answer: { ok: true } | Refusal): 'ok' | ErrorCode => (answer.ok ? 'ok' : answer.code);

describe('who reviews what', () => {
  const colleague = { ...worker, id: 'marco' };
  test.each<[string, CodeViewer, CodeFacts, ReturnType<typeof codeOf>]>([
    ['a colleague without the permission', colleague, pending, 'operation_not_reviewer'],
    ['its owner', worker, pending, 'operation_not_reviewer'],
    ['a reviewer of the worksite', reviewer, pending, 'ok'],
    ['a reviewer of another worksite', foreignReviewer, pending, 'not_found'],
    ['the CEO', ceo, pending, 'ok'],
    ['a reviewer who entered it', { ...reviewer, id: 'giulia' }, pending, 'operation_own_code'],
    ['the CEO who entered it', { ...ceo, id: 'giulia' }, pending, 'operation_own_code'],
    [
      'the CEO who entered it, acting as a reviewer',
      { ...reviewer, impersonatorId: 'giulia' },
      pending,
      'operation_own_code',
    ],
    ['the CEO who entered it for its owner', ceo, { ...pending, enteredById: 'ceo' }, 'operation_own_code'],
    ['the CEO acting as a reviewer', { ...reviewer, impersonatorId: 'ceo' }, pending, 'ok'],
    ['somebody after somebody else', ceo, approved, 'operation_already_reviewed'],
    ['the same person in the same words', reviewer, approved, 'ok'],
    ['a foreign reviewer, once decided', { ...foreignReviewer, id: 'anna' }, approved, 'not_found'],
  ])('%s: approving', (_who, viewer, code, expected) => {
    expect(codeOf(judgeReview(viewer, code, approval))).toBe(expected);
  });

  test('only the same verdict with the same reason counts as a repeat', () => {
    expect(judgeReview(reviewer, pending, approval)).toEqual({ ok: true, isRepeat: false });
    expect(judgeReview(reviewer, approved, approval)).toEqual({ ok: true, isRepeat: true });
    expect(judgeReview(reviewer, rejected, rejection)).toEqual({ ok: true, isRepeat: true });
    expect(codeOf(judgeReview(reviewer, rejected, { ...rejection, reason: null }))).toBe(
      'operation_already_reviewed',
    );
    const unexplained = { ...rejected, rejectionReason: null };
    expect(codeOf(judgeReview(reviewer, unexplained, approval))).toBe('operation_already_reviewed');
    expect(codeOf(judgeReview(reviewer, approved, rejection))).toBe('operation_already_reviewed');
  });

  test('the refusal names the reviewer, if known', () => {
    expect(judgeReview(ceo, rejected, approval)).toMatchObject({
      facts: { reviewer: 'Anna Villa', isApproved: false },
    });
    expect(judgeReview(ceo, { ...approved, reviewer: null }, approval)).toMatchObject({
      facts: { reviewer: 'Un collega', isApproved: true },
    });
  });

  test('nobody in any role decides on their own code or sees one of another worksite', () => {
    const viewer = fc.record({
      id: fc.constantFrom('giulia', 'anna', 'ceo'),
      impersonatorId: fc.constantFrom(null, 'giulia', 'ceo'),
      worksiteId: fc.constantFrom('tiburtina', 'ostiense'),
      variant: fc.constantFrom('standard' as const, 'taxi' as const),
      isCeo: fc.boolean(),
      mayReviewCodes: fc.boolean(),
    });
    const code = fc.record({
      userId: fc.constantFrom('giulia', 'anna', 'ceo'),
      worksiteId: fc.constantFrom('tiburtina', 'ostiense'),
      status: fc.constantFrom('pending' as const, 'approved' as const, 'rejected' as const),
      reviewer: fc.constant(null),
      enteredById: fc.constantFrom(null, 'giulia', 'anna', 'ceo'),
      rejectionReason: fc.constant(null),
    });
    fc.assert(
      fc.property(viewer, code, fc.constantFrom(approval, rejection), (who, what, verdict) => {
        if (!judgeReview(who, what, verdict).ok) return;
        expect([who.id, who.impersonatorId]).not.toContain(what.userId);
        if (what.enteredById !== null) expect([who.id, who.impersonatorId]).not.toContain(what.enteredById);
        expect(who.isCeo || (who.mayReviewCodes && who.worksiteId === what.worksiteId)).toBe(true);
        expect(what.status).toBe('pending');
      }),
    );
  });
});

describe('who deletes what', () => {
  test.each<[string, CodeViewer, CodeFacts, ReturnType<typeof codeOf>]>([
    ['its owner, while pending', worker, pending, 'ok'],
    ['its owner, once approved', worker, approved, 'operation_processed'],
    ['its owner, once rejected', worker, rejected, 'operation_processed'],
    ['a colleague', { ...worker, id: 'marco' }, pending, 'not_found'],
    ['a reviewer', reviewer, pending, 'forbidden'],
    ['a reviewer of another worksite', foreignReviewer, pending, 'not_found'],
    ['the CEO, while pending', ceo, pending, 'ok'],
    ['the CEO, once approved', ceo, approved, 'ok'],
    ['the CEO, one of their own', { ...ceo, id: 'giulia' }, rejected, 'ok'],
  ])('%s', (_who, viewer, code, expected) => {
    expect(codeOf(judgeDeletion(viewer, code))).toBe(expected);
  });
});

describe('who puts a reviewed code back to pending', () => {
  test.each<[string, CodeViewer, CodeFacts, ReturnType<typeof codeOf>]>([
    ['the CEO, once approved', ceo, approved, 'ok'],
    ['the CEO, once rejected', ceo, rejected, 'ok'],
    ['the CEO, one of their own', { ...ceo, id: 'giulia' }, rejected, 'operation_own_code'],
    ['the CEO who entered it', ceo, { ...approved, enteredById: 'ceo' }, 'operation_own_code'],
    ['its reviewer', reviewer, approved, 'operation_reopening_ceo_only'],
    ['its owner', worker, rejected, 'operation_reopening_ceo_only'],
  ])('%s', (_who, viewer, code, expected) => {
    expect(codeOf(judgeReopening(viewer, code, false))).toBe(expected);
  });

  test('a pending code stays pending, one entered again stays rejected', () => {
    expect(judgeReopening(ceo, pending, false)).toEqual({ ok: true, isRepeat: true });
    expect(judgeReopening(ceo, approved, false)).toEqual({ ok: true, isRepeat: false });
    expect(codeOf(judgeReopening(ceo, rejected, true))).toBe('operation_entered_again');
  });
});

test('taxi worksites have no codes', () => {
  expect(codeOf(judgeOperations(worker))).toBe('ok');
  expect(codeOf(judgeOperations({ ...reviewer, variant: 'taxi' }))).toBe('operations_not_offered');
  expect(codeOf(judgeOperations({ ...ceo, variant: 'taxi' }))).toBe('ok');
});

test('the CEO and reviewers see everybody’s codes', () => {
  expect([worker, reviewer, ceo].map(mayReview)).toEqual([false, true, true]);
});

test.each([
  ['2026-11', '2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
  // months with a clock change
  ['2026-03', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['2026-10', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  ['2026-12', '2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
])('the month %s in Rome', (month, from, to) => {
  expect(spanOfMonth(month)).toEqual({ from, to });
});

test('the year changes at midnight in Rome', () => {
  expect(yearOf('2026-12-31T22:59:59.999Z')).toEqual({
    month: '2026-12',
    from: '2025-12-31T23:00:00.000Z',
    to: '2026-12-31T23:00:00.000Z',
  });
  expect(yearOf('2026-12-31T23:00:00.000Z').month).toBe('2027-01');
});
