// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { me } from '../../../tests/support/exchangeRequests.ts';
import { type Answers, refusal } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';
import { ceo, worker } from '../../../tests/support/sessions.ts';
import type { Operation } from '../../domain/operations/schema.ts';
import { currentToast } from '../ui/toast.ts';

const code = (changes: Partial<Operation> = {}): Operation => ({
  id: '00000000-0000-4000-8000-0000000000e1',
  type: 'OPP',
  code: 'OP12AB',
  description: 'Cavo tagliato',
  status: 'pending',
  submittedAt: '2026-11-15T09:00:00.000Z',
  reviewedAt: null,
  reviewedBy: null,
  rejectionReason: null,
  userId: me,
  user: { id: me, firstName: 'Giulia', lastName: 'Ferrari' },
  worksite: { id: worker().worksite.id, name: 'Tiburtina' },
  othersWithCode: null,
  canReview: false,
  canReopen: false,
  canDelete: true,
  ...changes,
});
const colleague = {
  userId: 'u2',
  user: { id: 'u2', firstName: 'Marco', lastName: 'Bianchi' },
  canReview: true,
  canDelete: false,
};
const tally = { pending: 1, approved: 2, rejected: 0 };
const statistics = {
  month: '2026-11',
  ofMonth: { OPP: tally, Case: { ...tally, rejected: 4 } },
  ofYear: { OPP: tally, Case: tally },
};
const open = (operations: Operation[], answers: Answers = {}, as = worker(), address = '/operazioni') =>
  openPage(address, {
    as,
    answers: {
      'GET /api/operations/page': {
        operations,
        counts: { OPP: operations.length, Case: 0 },
        nextCursor: null,
      },
      'GET /api/operations/statistics': statistics,
      ...answers,
    },
  });
const { id } = code();
const params = { id };
const reviewer = worker({ mayReviewCodes: true });

test('shows own codes with counts and states', async () => {
  const page = await open([
    code(),
    code({
      id: 'e2',
      status: 'rejected',
      canDelete: false,
      reviewedAt: '2026-11-16T07:00:00.000Z',
      reviewedBy: { id: 'u2', firstName: 'Marco', lastName: 'Bianchi' },
      rejectionReason: 'Doppio',
    }),
  ]);
  await page.reads(`
    I tuoi codici di novembre 2026
    Codici di novembre 2026 per tipo e stato
    Tipo In attesa Approvati Rifiutati
    OPP 1 2 0
    Case 1 2 4
    Nel 2026: 6 codici inseriti, 4 approvati.`);
  await page.reads('OP12AB Cavo tagliato\n15 nov 2026, 10:00\nIn attesa\n[Elimina OPP OP12AB]');
  await page.reads(`
    OP12AB Cavo tagliato Rifiutato da Marco Bianchi il 16 nov 2026, 08:00 Motivo: Doppio
    15 nov 2026, 10:00
    Rifiutato Non pagato
    [Inserisci di nuovo OPP OP12AB]`);
  expect(page.api.asked('GET /api/operations/page')).toEqual([{ query: { type: 'OPP' } }]);
});

test('enters a code; a server refusal is shown at its field', async () => {
  const page = await open([], {
    'POST /api/operations': refusal(409, 'x', 'Dati non validi', { fields: { code: 'Codice già inserito' } }),
  });
  await page.tap('Inserisci un codice');
  await page.fill('Codice', 'op77');
  await page.fill('Descrizione (facoltativo)', 'Palo');
  await page.tap('Inserisci codice');
  await page.reads('Codice: OP77\nOP seguito da lettere o cifre, per esempio OP12AB\nCodice già inserito');
  page.api.answer({ 'POST /api/operations': code({ code: 'OP77' }) });
  const asked = page.api.timesAsked('GET /api/operations/statistics');
  await page.tap('Inserisci codice');
  await page.isTold('Codice aggiunto!', 'OPP OP77 è in attesa di approvazione.');
  const sent = ['POST /api/operations', { body: { type: 'OPP', code: 'OP77', description: 'Palo' } }];
  expect(page.api.changes()).toEqual([sent, sent]);
  await page.asksAgain('GET /api/operations/statistics', asked);
});

test('keeps the input of each type', async () => {
  const page = await open([], {}, worker(), '/operazioni?nuovo=');
  await page.fill('Codice', 'OP9');
  await page.tap(/^Case/);
  await page.fill('Codice', '12x');
  await page.tap('Inserisci codice');
  await page.reads('Errore formato Case');
  await page.tap(/^OPP/);
  await page.reads('Codice: OP9');
});

test('an own code is deleted', async () => {
  const page = await open([code()], { 'DELETE /api/operations/:id': undefined });
  await page.tap('Elimina OPP OP12AB');
  await page.reads(
    `Elimini il codice?\nOPP OP12AB di Giulia Ferrari, in attesa.\nSe cambi idea lo inserisci di nuovo.\n[Elimina il codice] [Annulla]`,
  );
  await page.tap('Elimina il codice');
  await page.isTold('Codice eliminato!', 'OPP OP12AB');
  await page.sends(['DELETE /api/operations/:id', { params }]);
});

test('a reviewer decides on codes of others, never on their own', async () => {
  const page = await open(
    [code({ ...colleague, othersWithCode: 2 }), code({ id: 'e2', code: 'OP99' })],
    { 'PATCH /api/operations/:id': code({ ...colleague, status: 'rejected' }) },
    reviewer,
  );
  await page.reads(`
    [ ] Seleziona OP12AB Cavo tagliato Inserito anche da 2 colleghi
    Marco Bianchi
    15 nov 2026, 10:00
    In attesa
    [Approva OPP OP12AB] [Rifiuta OPP OP12AB]
    OP99 Cavo tagliato È un tuo codice: lo esamina un’altra persona.`);
  await page.tap('Rifiuta OPP OP12AB');
  await page.reads(
    `Rifiuti il codice OP12AB?\nOPP OP12AB di Marco Bianchi\nRifiutato vuol dire non pagato. Chi lo ha inserito riceve un avviso e può inserirlo di nuovo.`,
  );
  await page.fill('Motivo (facoltativo)', 'Doppio');
  await page.tap('Rifiuta');
  await page.isTold('Stato aggiornato!', 'OPP OP12AB: Rifiutato');
  await page.sends(['PATCH /api/operations/:id', { params, body: { status: 'rejected', reason: 'Doppio' } }]);
  expect(page.api.asked('GET /api/operations/page')[0]).toEqual({ query: { type: 'OPP', view: 'worksite' } });
});

test('approves several at once and counts refusals', async () => {
  const two = [
    code(colleague),
    code({ ...colleague, id: '00000000-0000-4000-8000-0000000000e2', code: 'OP99' }),
  ];
  const refused = [{ id: two[1]!.id, operationCode: 'OP99', message: 'È già approvato.', code: 'x' }];
  const page = await open(
    two,
    { 'POST /api/operations/review': { reviewed: [two[0]!], refused } as never },
    reviewer,
  );
  await page.tap('Seleziona tutti quelli in attesa (2)');
  await page.reads('2 codici selezionati\n[Deseleziona] [Rifiuta] [Approva]');
  await page.tap('Approva');
  await page.tap('Approva');
  await page.isTold('Non tutti i codici sono stati aggiornati', 'Approvati: 1 di 2');
  await page.sends([
    'POST /api/operations/review',
    { body: { ids: two.map((one) => one.id), status: 'approved' } },
  ]);
});

const openAll = (operations: Operation[], answers: Answers, address = '/operazioni') =>
  open(
    [],
    {
      'GET /api/ceo/operations/page': { operations, counts: { OPP: 1, Case: 0 }, nextCursor: null },
      'GET /api/ceo/worksites': [],
      ...answers,
    },
    ceo(),
    address,
  );

test('the CEO approves without confirmation and can undo it; duplicates are adjacent', async () => {
  const other = code({ ...colleague, id: '00000000-0000-4000-8000-0000000000e2', code: 'OP99' });
  const twin = code({ ...colleague, id: '00000000-0000-4000-8000-0000000000e3', description: 'Doppio' });
  const page = await openAll([code(colleague), other, twin], {
    'PATCH /api/operations/:id': code({ ...colleague, status: 'approved' }),
  });
  await page.find('Approva OPP OP99');
  const boxes = [...document.querySelectorAll('li input[type=checkbox]')];
  expect(boxes.map((box) => box.closest('li')?.querySelector('[id^=codice]')?.textContent)).toEqual([
    'OP12AB',
    'OP12AB',
    'OP99',
  ]);
  await page.tap('Approva OPP OP99');
  await page.isTold('Stato aggiornato!', 'OPP OP12AB: Approvato');
  currentToast()?.undo?.();
  await page.isTold('Di nuovo in attesa');
  await page.sends(
    ['PATCH /api/operations/:id', { params: { id: other.id }, body: { status: 'approved' } }],
    ['PATCH /api/operations/:id', { params, body: { status: 'pending' } }],
  );
});

test('the CEO puts a decided code back, and deletes any', async () => {
  const decided = { status: 'approved', canReview: false, canReopen: true, canDelete: true } as const;
  const page = await openAll(
    [code({ ...colleague, ...decided })],
    { 'PATCH /api/operations/:id': code(), 'DELETE /api/ceo/operations/:id': undefined },
    '/operazioni?stato=approvati',
  );
  await page.reads('Marco Bianchi Tiburtina\n15 nov 2026, 10:00\nApprovato Da pagare');
  await page.tap('Riporta in attesa OPP OP12AB');
  await page.isTold('Stato aggiornato!', 'OPP OP12AB: In attesa');
  await page.tap('Elimina OPP OP12AB');
  await page.tap('Elimina il codice');
  await page.isTold('Codice eliminato!');
  await page.sends(
    ['PATCH /api/operations/:id', { params, body: { status: 'pending' } }],
    ['DELETE /api/ceo/operations/:id', { params }],
  );
});

test('filters apply to the URL and the file; an empty result offers to clear them', async () => {
  const page = await open([], {}, worker(), '/operazioni?stato=approvati&mese=2026-10');
  await page.reads('Nessun codice OPP con questi filtri.\n[Togli i filtri]');
  expect((await page.find('Scarica CSV')).getAttribute('href')).toBe(
    '/api/operations/export?type=OPP&status=approved&month=2026-10',
  );
  await page.tap('Togli i filtri');
  await page.reads(
    `Non hai ancora codici OPP: inserisci il primo quando finisci un’operazione.\n[Inserisci un codice]`,
  );
  expect(page.address).toBe('/operazioni');
});
