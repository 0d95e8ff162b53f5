// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { early } from '../../../tests/support/exchangeRequests.ts';
import { type Answers, refusal } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';
import { worker } from '../../../tests/support/sessions.ts';
import type { RosterProposals } from '../../domain/rosters/schema.answers.ts';

const duty = { workLocation: 'sede', startTime: '14:00', endTime: '22:00' } as const;
const day = (date: string, kind: RosterProposals['days'][number]['kind'], more: object = {}) => ({
  day: date,
  kind,
  duty,
  now: early,
  reason: null,
  ...more,
});
const proposals: RosterProposals = {
  version: 'v1',
  title: 'dicembre',
  loaderName: 'Sara Verdi',
  loadedAt: '2026-11-15T09:00:00.000Z',
  days: [
    day('2026-12-01', 'new', { now: null }),
    day('2026-12-02', 'changed'),
    day('2026-12-03', 'missing', { duty: null }),
    day('2026-12-04', 'absence', {
      now: { ...early, workLocation: 'ferie', startTime: null, endTime: null },
    }),
    day('2026-12-05', 'swapped'),
    day('2026-12-06', 'refused', { reason: 'troppe ore.' }),
  ],
  acceptable: 3,
};
const openProposals = (answers: Answers = {}) =>
  openPage('/tabellone', { answers: { 'GET /api/rosters/proposals': proposals, ...answers } });

test('shows a roster’s changes by day; those that need a choice are excluded by default', async () => {
  const page = await openProposals({ 'POST /api/rosters/proposals/accept': { accepted: 3, waiting: 1 } });
  await page.reads(`
    Il tabellone di dicembre
    Caricato da Sara Verdi il 15/11/2026. Il calendario resta tuo: entra solo quello che accetti.
    [x] martedì 1 dicembre 2026 Turno nuovo: 14:00–22:00
    [x] mercoledì 2 dicembre 2026 Da 06:00–14:00 a 14:00–22:00
    [x] giovedì 3 dicembre 2026 Sul tabellone non lavori: si toglie 06:00–14:00
    [ ] venerdì 4 dicembre 2026 Hai ferie; sul tabellone 14:00–22:00
    sabato 5 dicembre 2026
    Già scambiato: resta 06:00–14:00
    domenica 6 dicembre 2026
    14:00–22:00: troppe ore.
    [Accetta 3 giornate] [Lascia tutto com’è]`);
  await page.tap('mercoledì 2 dicembre 2026');
  await page.tap('venerdì 4 dicembre 2026');
  await page.tap('Accetta 3 giornate');
  await page.isTold('Calendario aggiornato', '3 giornate dal tabellone. Ne resta 1 da scegliere.');
  await page.sends([
    'POST /api/rosters/proposals/accept',
    { body: { version: 'v1', days: ['2026-12-01', '2026-12-03', '2026-12-04'] } },
  ]);
});

test('a roster is declined; one that changed meanwhile is not', async () => {
  const page = await openProposals({
    'POST /api/rosters/proposals/decline': refusal(409, 'x', 'Ne è arrivato un altro.'),
  });
  await page.tap('Lascia tutto com’è');
  await page.isTold('Risposta non salvata', 'Ne è arrivato un altro.');
  page.api.answer({
    'POST /api/rosters/proposals/decline': { declined: 6 },
    'GET /api/rosters/proposals': { ...proposals, version: null },
  });
  await page.tap('Lascia tutto com’è');
  await page.isTold('Il tuo calendario resta com’è');
  await page.reads('Nessun tabellone aspetta una tua risposta.');
  expect(page.api.changes()).toEqual([
    ['POST /api/rosters/proposals/decline', { body: { version: 'v1' } }],
    ['POST /api/rosters/proposals/decline', { body: { version: 'v1' } }],
  ]);
});

const person = { id: '00000000-0000-4000-8000-000000000001', firstName: 'Giulia', lastName: 'Ferrari' };
const setup = {
  worksite: { id: worker().worksite.id, name: 'Tiburtina', variant: 'standard' as const },
  people: [person],
  usualDuties: [],
  legend: null,
  layout: null,
  names: [],
  mode: 'proposta' as const,
};
const openLoader = (answers: Answers = {}) =>
  openPage('/rosters/load', {
    as: worker({ mayLoadShifts: true }),
    answers: {
      'GET /api/rosters/setup': setup,
      'GET /api/rosters/grid': [],
      'GET /api/rosters': [],
      'GET /api/rosters/unclaimed': { waiting: [], people: [] },
      ...answers,
    },
  });

test('pastes, reviews and loads cells', async () => {
  const preview = {
    people: [
      {
        userId: person.id,
        days: [{ day: '2026-12-01', outcome: 'new' as const, now: null, reason: null }],
      },
    ],
    counts: { new: 1 } as never,
    unknown: [],
  };
  const page = await openLoader({
    'POST /api/rosters/preview': preview,
    'POST /api/rosters': {
      id: '00000000-0000-4000-8000-0000000000aa',
      people: 1,
      counts: {} as never,
      unclaimed: 0,
      unknown: [],
    },
  });
  const area = await page.find('Oppure incolla le celle');
  area.focus();
  await page.paste('Dicembre 2026\nNome\t1\t2\t3\t4\t5\nFerrari Giulia\t6-14\t6-14\t6-14\t6-14\t6-14');
  await page.tap('Leggi le celle incollate');
  await page.reads('Una persona, 5 giorni.');
  await page.reads('Ogni persona riceve una proposta e decide se accettarla.\n[Vedi che cosa cambia]');
  await page.tap('Vedi che cosa cambia');
  await page.reads('1 turno nuovo.');
  await page.tap('Carica il tabellone');
  await page.isTold('Tabellone caricato', 'Riguarda una persona.');
  await page.reads('In questo cantiere non c’è ancora nessuno.');
  expect(page.address).toBe('/rosters?month=2026-12');
  expect(page.api.changes()).toMatchObject([
    ['POST /api/rosters/preview', { body: { title: 'dicembre 2026 (1–5)' } }],
    ['POST /api/rosters', { body: { people: [{ userId: person.id }] } }],
  ]);
});

test('assigns one meaning to several codes', async () => {
  const page = await openLoader();
  const area = await page.find('Oppure incolla le celle');
  area.focus();
  await page.paste('Dicembre 2026\nNome\t1\t2\t3\t4\t5\t6\nFerrari Giulia\tX1\tX2\tX3\tX4\tX5\t6-14');
  await page.tap('Leggi le celle incollate');
  await page.reads('Una persona, 6 giorni. 5 celle sono ancora da chiarire.');
  for (const code of ['X1', 'X2', 'X4']) await page.tap(code);
  await page.choose(/Le 3 celle scelte significano/, 'Non lavora');
  await page.reads('Una persona, 6 giorni. 2 celle sono ancora da chiarire.');
});

test('assigns a waiting person to an account; undoes a roster', async () => {
  const waiting = {
    id: '00000000-0000-4000-8000-0000000000f1',
    name: 'FERRARI G.',
    shifts: 5,
    from: '2026-12-01',
    to: '2026-12-31',
  };
  const loaded = {
    id: '00000000-0000-4000-8000-0000000000aa',
    title: 'dicembre',
    days: { from: '2026-12-01', to: '2026-12-31' },
    loaderName: 'Sara Verdi',
    loadedAt: '2026-11-15T09:00:00.000Z',
    mode: 'proposta' as const,
    people: 4,
    accepted: 1,
    undoUntil: '2026-11-16T09:00:00.000Z',
    undoneAt: null,
  };
  const page = await openLoader({
    'GET /api/rosters': [loaded],
    'GET /api/rosters/unclaimed': { waiting: [waiting], people: [person] },
    'POST /api/rosters/unclaimed/:id/assign': { shifts: 5 },
    'DELETE /api/rosters/:id': undefined as never,
  });
  await page.reads(
    `dicembre\n01/12/2026–31/12/2026 · Sara Verdi, 15 nov 2026, 10:00 · accettato da 1 su 4\n[Annulla il tabellone di dicembre]`,
  );
  await page.tap('È di … FERRARI G.');
  await page.reads('Di chi sono i turni di FERRARI G.?\n5 turni dal 1 al 31 dicembre');
  await page.tap('È Giulia Ferrari');
  await page.isTold('Turni assegnati', 'Giulia Ferrari riceve una proposta e decide se accettarla.');
  await page.tap('Annulla il tabellone di dicembre');
  await page.tap('Annulla il tabellone');
  await page.isTold('Tabellone annullato');
  await page.sends(
    ['POST /api/rosters/unclaimed/:id/assign', { params: { id: waiting.id }, body: { userId: person.id } }],
    ['DELETE /api/rosters/:id', { params: { id: loaded.id } }],
  );
});

test('shows people by days, for a month or week, filtered by role', async () => {
  const nobody = { ...person, id: 'p2', firstName: 'Anna', lastName: 'Villa', role: 'team_leader' as const };
  const page = await openPage('/rosters?month=2026-12', {
    as: worker({ mayLoadShifts: true }),
    answers: {
      'GET /api/rosters/grid': [
        { ...person, role: 'operatore', entries: [{ ...early, date: '2026-12-02' }] },
        { ...nobody, entries: [] },
      ],
    },
  });
  await expect
    .poll(() => document.querySelector('[aria-label="sede 06:00–14:00"]')?.textContent)
    .toBe('S\n6–14');
  expect(document.querySelectorAll('[role=row]')).toHaveLength(3);
  expect(document.querySelectorAll('[role=columnheader]')).toHaveLength(32);
  await page.choose(/Ruolo$/, 'Team leader');
  await expect.poll(() => document.querySelectorAll('[role=row]')).toHaveLength(2);
  await page.tap('Settimana');
  await page.tap('Settimana precedente');
  expect(page.api.asked('GET /api/rosters/grid').at(-1)).toEqual({
    query: { from: '2026-11-23', to: '2026-11-29' },
  });
});
