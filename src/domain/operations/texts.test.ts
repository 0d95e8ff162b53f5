import { describe, expect, test } from 'vitest';
import { messageOf } from '../errors/messages.it.ts';
import { refuse } from '../errors/refusal.ts';
import { operationCells, operationColumns } from './csv.it.ts';
import {
  codeDeletedText,
  codeReopenedText,
  codesReviewedText,
  mostNamedCodes,
} from './notificationTexts.it.ts';
import {
  createOperationSchema,
  type Operation,
  operationStatuses,
  reviewOperationSchema,
  reviewOperationsSchema,
} from './schema.ts';
import { paymentTexts, statusNames } from './texts.it.ts';

test('texts match the specification word for word', () => {
  expect(operationStatuses.map((status) => statusNames[status])).toEqual([
    'In attesa',
    'Approvato',
    'Rifiutato',
  ]);
  expect(operationStatuses.map((status) => paymentTexts[status])).toEqual([
    'Da esaminare',
    'Da pagare',
    'Non pagato',
  ]);
  expect(messageOf(refuse('operation_duplicate'))).toBe('Hai già inserito questo codice');
});

describe('typed codes', () => {
  test.each([
    ['OPP', 'op12ab', 'OP12AB'],
    ['OPP', ' OPX ', 'OPX'],
    ['Case', '007', '007'],
    ['Case', ' 12 ', '12'],
  ])('%s %j becomes %j', (type, code, stored) => {
    expect(createOperationSchema.parse({ type, code })).toMatchObject({ code: stored });
  });

  test.each([
    ['OPP', '', 'Il codice è obbligatorio'],
    ['OPP', '  ', 'Il codice è obbligatorio'],
    ['OPP', 'OP', 'Errore formato OP'],
    ['OPP', 'OP-1', 'Errore formato OP'],
    ['OPP', 'PO1', 'Errore formato OP'],
    ['OPP', 'XOP1', 'Errore formato OP'],
    ['OPP', 'OP1!', 'Errore formato OP'],
    ['OPP', 'OPﬁ', 'Errore formato OP'],
    ['OPP', 'OP1\nOP2', 'Deve stare su una riga'],
    ['Case', '', 'Il codice è obbligatorio'],
    ['Case', '1a', 'Errore formato Case'],
    ['Case', '-1', 'Errore formato Case'],
    ['Case', '１', 'Errore formato Case'],
  ])('%s %j is refused', (type, code, message) => {
    const { error } = createOperationSchema.safeParse({ type, code });
    expect(error?.issues[0]).toMatchObject({ path: ['code'], message });
  });
});

const codes = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ type: 'OPP' as const, code: `OP${place + 1}` }));
const approval = { status: 'approved', reason: null } as const;

test.each([
  [1, approval, 'Codice approvato', 'Il tuo codice OPP OP1 è stato approvato: sarà pagato.'],
  [
    1,
    { status: 'rejected', reason: null } as const,
    'Codice rifiutato',
    'Il tuo codice OPP OP1 è stato rifiutato: non sarà pagato.',
  ],
  [
    2,
    { status: 'rejected', reason: 'Doppi' } as const,
    '2 codici rifiutati',
    'OPP OP1, OPP OP2: non saranno pagati. Motivo: Doppi',
  ],
  [3, approval, '3 codici approvati', 'OPP OP1, OPP OP2, OPP OP3: saranno pagati.'],
  [4, approval, '4 codici approvati', 'OPP OP1, OPP OP2, OPP OP3 e un altro: saranno pagati.'],
  [9, approval, '9 codici approvati', 'OPP OP1, OPP OP2, OPP OP3 e altri 6: saranno pagati.'],
])('%d codes, %j: the owner reads it', (count, verdict, title, message) => {
  expect(codesReviewedText({ codes: codes(Math.min(count, mostNamedCodes)), count, ...verdict })).toEqual({
    title,
    message,
  });
});

test('the owner is told which code was deleted', () => {
  expect(codeDeletedText({ code: { type: 'Case', code: '77' } }).message).toBe(
    'Il CEO ha eliminato il tuo codice Case 77.',
  );
});

test('the owner of a reset code is told its previous status', () => {
  const read = (status: 'approved' | 'rejected') =>
    codeReopenedText({ code: { type: 'OPP', code: 'OP1' }, status }).message;
  expect(read('approved')).toBe(
    'Il CEO ha riportato in attesa il tuo codice OPP OP1, che era stato approvato: sarà esaminato di nuovo.',
  );
  expect(read('rejected')).toContain('era stato rifiutato');
});

test('empty descriptions and reasons become null', () => {
  const typed = { type: 'OPP', code: 'OP1' };
  expect(createOperationSchema.parse({ ...typed, description: '  ' })).toMatchObject({ description: null });
  expect(createOperationSchema.parse({ ...typed, description: ' x ' })).toMatchObject({ description: 'x' });
  expect(createOperationSchema.safeParse({ type: 'altro' }).error?.issues[0]?.message).toBe(
    'Scegli OPP o Case',
  );
});

describe('a verdict', () => {
  const ids = ['0190a000-0000-7000-8000-000000000001'];

  test.each([
    ['rejected', ' Doppio ', 'Doppio'],
    ['rejected', '', null],
    ['approved', '', null],
    ['approved', null, null],
  ])('%s with the reason %j is accepted', (status, reason, stored) => {
    expect(reviewOperationSchema.parse({ status, reason })).toEqual({ status, reason: stored });
    expect(reviewOperationsSchema.parse({ status, reason, ids })).toEqual({ status, reason: stored, ids });
  });

  test('has a reason only for a rejection', () => {
    for (const refused of [
      reviewOperationSchema.safeParse({ status: 'approved', reason: 'Bello' }),
      reviewOperationSchema.safeParse({ status: 'pending', reason: 'Bello' }),
      reviewOperationsSchema.safeParse({ status: 'approved', reason: 'Bello', ids }),
    ]) {
      expect(refused.error?.issues).toMatchObject([
        { path: ['reason'], message: 'Il motivo serve solo per i rifiuti' },
      ]);
    }
  });

  test('resets single codes only', () => {
    expect(reviewOperationSchema.safeParse({ status: 'pending' }).success).toBe(true);
    expect(reviewOperationsSchema.safeParse({ status: 'pending', ids }).success).toBe(false);
  });

  test('is limited to 100 codes', () => {
    const many = (count: number) => ({ status: 'approved', ids: Array<string>(count).fill(ids[0] ?? '') });
    expect(reviewOperationsSchema.safeParse(many(100)).success).toBe(true);
    expect(reviewOperationsSchema.safeParse(many(101)).success).toBe(false);
    expect(reviewOperationsSchema.safeParse(many(0)).success).toBe(false);
  });
});

test('a code is a line of the file, with times in Rome', () => {
  const operation: Operation = {
    id: 'o',
    type: 'Case',
    code: '007',
    description: null,
    status: 'rejected',
    submittedAt: '2026-11-20T09:15:00.000Z',
    reviewedAt: '2026-07-01T22:05:00.000Z',
    reviewedBy: { id: 'a', firstName: 'Anna', lastName: 'Villa' },
    rejectionReason: 'Doppio',
    userId: 'g',
    user: { id: 'g', firstName: 'Giulia', lastName: 'Ferri' },
    worksite: { id: 't', name: 'Tiburtina' },
    othersWithCode: null,
    canReview: false,
    canReopen: false,
    canDelete: false,
  };
  const cells = operationCells(operation);
  expect(cells).toHaveLength(operationColumns.length);
  expect(cells).toEqual([
    'Case',
    '007',
    null,
    'Rifiutato',
    'Non pagato',
    'Giulia Ferri',
    'Tiburtina',
    '20/11/2026 10:15',
    'Anna Villa',
    '02/07/2026 00:05',
    'Doppio',
  ]);
  expect(operationCells({ ...operation, reviewedAt: null, reviewedBy: null }).slice(8, 10)).toEqual([
    null,
    null,
  ]);
});
