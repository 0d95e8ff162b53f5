import { describe, expect, test } from 'vitest';
import { messageOf } from '../errors/messages.it.ts';
import { refuse } from '../errors/refusal.ts';
import { codeDeletedText, codesReviewedText } from './notificationTexts.it.ts';
import { createOperationSchema, operationStatuses } from './schema.ts';
import { paymentTexts, statusNames } from './texts.it.ts';

test('the texts of the specification are word for word', () => {
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

describe('what is typed', () => {
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
  expect(codesReviewedText(codes(count), verdict)).toEqual({ type: 'operation_reviewed', title, message });
});

test('the owner of a deleted code reads which one', () => {
  expect(codeDeletedText({ type: 'Case', code: '77' }).message).toBe(
    'Il CEO ha eliminato il tuo codice Case 77.',
  );
});
