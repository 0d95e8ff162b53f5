// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { type Answers, refusal } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';
import { ceo } from '../../../tests/support/sessions.ts';
import { defaultRestRules, type Worksite } from '../../domain/worksites/schema.ts';
import { defaultSwapPolicy } from '../../domain/worksites/swapPolicy.ts';

const id = '00000000-0000-4000-8000-0000000000a1';
const worksite = (changes: Partial<Worksite> = {}): Worksite => ({
  id,
  name: 'Tiburtina',
  description: 'Linea B',
  variant: 'standard',
  accessCode: 'ponte-7',
  email: 'tiburtina@example.it',
  isActive: true,
  userCount: 1234,
  joinedToday: 2,
  isRegistrationOpen: true,
  restRules: defaultRestRules('standard'),
  swapPolicy: defaultSwapPolicy('standard'),
  rosterMode: 'proposta',
  ...changes,
});
const params = { id };
const open = (answers: Answers = {}, worksites: Worksite[] = [worksite()]) =>
  openPage('/ceo-admin', {
    as: ceo(),
    answers: {
      'GET /api/ceo/worksites': worksites,
      ...answers,
    },
  });

test('worksites with their facts, and what each can be asked', async () => {
  const page = await open({}, [
    worksite(),
    worksite({
      id: 'w2',
      name: 'Direzione',
      description: '',
      isRegistrationOpen: false,
      joinedToday: 0,
      userCount: 1,
    }),
  ]);
  await page.reads(`
    [*Cantieri] [Persone] [Codici]
    Cantieri
    [Nuovo cantiere]
    Tiburtina
    Linea B
    Persone
    1.234 persone
    2 iscritte oggi
    Codice di accesso
    ponte-7
    Email
    tiburtina@example.it
    [Modifica Tiburtina] [Inviti per Tiburtina] [Regole degli scambi di Tiburtina] [Elimina Tiburtina]
    Direzione
    Senza registrazione
    Persone
    1 persona
    Email
    tiburtina@example.it
    [Modifica Direzione]
    È il cantiere della direzione: non si può eliminare.`);
});

test.each([
  [
    { 'GET /api/ceo/worksites': [] },
    'Crea il primo cantiere: poi le persone si registrano con il suo codice.',
  ],
  [{ 'GET /api/ceo/worksites': refusal(500, 'internal_error', 'Non va.') }, 'Non va.\n[Riprova]'],
])('no worksites to show', async (answers: Answers, text) => {
  const page = await open(answers);
  await page.reads(text);
});

test('creates a worksite; missing or refused values are shown and kept', async () => {
  const page = await open({ 'POST /api/ceo/worksites': refusal(409, 'x', 'Esiste già.') });
  await page.tap('Nuovo cantiere');
  await page.tap('Crea il cantiere');
  await page.reads('Nome: …\nNome del cantiere richiesto');
  await page.fill('Nome', 'Aurelia');
  await page.fill('Codice di accesso', 'onda-12');
  await page.fill('Email', 'aurelia@example.it');
  await page.tap('Crea il cantiere');
  await page.isTold('Errore nella creazione del cantiere', 'Esiste già.');
  await page.reads('Nome: Aurelia\nCodice di accesso: onda-12');
  page.api.answer({ 'POST /api/ceo/worksites': worksite() });
  const asked = page.api.timesAsked('GET /api/ceo/worksites');
  await page.tap('Crea il cantiere');
  await page.isTold('Cantiere creato');
  await page.asksAgain('GET /api/ceo/worksites', asked);
  const body = {
    name: 'Aurelia',
    accessCode: 'onda-12',
    email: 'aurelia@example.it',
    description: '',
    isActive: true,
  };
  expect(page.api.changes().at(-1)).toEqual(['POST /api/ceo/worksites', { body }]);
});

test('a worksite is changed, with what becomes of its rosters', async () => {
  const page = await open({ 'PATCH /api/ceo/worksites/:id': worksite() });
  await page.tap('Modifica Tiburtina');
  await page.reads(
    `Nome: Tiburtina\nCodice di accesso: ponte-7\nChi si registra lo deve conoscere.\nEmail: tiburtina@example.it`,
  );
  await page.tap('I turni del tabellone entrano subito nei calendari');
  await page.tap('Attivo');
  await page.tap('Salva');
  await page.isTold('Cantiere salvato');
  const body = {
    name: 'Tiburtina',
    accessCode: 'ponte-7',
    email: 'tiburtina@example.it',
    description: 'Linea B',
    isActive: false,
    rosterMode: 'subito',
  };
  await page.sends(['PATCH /api/ceo/worksites/:id', { params, body }]);
});

test('the rules of swaps', async () => {
  const page = await open({ 'PATCH /api/ceo/worksites/:id': worksite() });
  await page.tap('Regole degli scambi di Tiburtina');
  await page.reads('Che cosa si può chiedere');
  await page.tap('Il giorno libero');
  await page.choose(/^Fino all’inizio del turno/, 'Fino a 12 ore prima del turno');
  await page.tap(/^Sempre/);
  await page.tap(/^Blocca/);
  await page.fill('Giorni di fila', '5');
  await page.tap('Salva');
  await page.isTold('Regole salvate', 'Le persone del cantiere ricevono un avviso.');
  const restRules = { mode: 'blocco', limits: { ...worksite().restRules.limits, daysInRow: 5 } };
  await page.sends([
    'PATCH /api/ceo/worksites/:id',
    { params, body: { swapPolicy: { cutoffHours: 12, kinds: ['turno'], approval: 'sempre' }, restRules } },
  ]);
});

test('unchanged rules are not saved', async () => {
  const page = await open();
  await page.tap('Regole degli scambi di Tiburtina');
  await page.tap('Salva');
  await page.find('Nuovo cantiere');
  expect(page.api.changes()).toEqual([]);
});

const contents = { people: 12, shifts: 1, requests: 3, swaps: 1, operationCodes: 4, holdsAdmin: false };

test('deletes a worksite with all its data once its name is typed', async () => {
  const page = await open({
    'GET /api/ceo/worksites/:id/contents': contents,
    'DELETE /api/ceo/worksites/:id': contents,
  });
  await page.tap('Elimina Tiburtina');
  await page.reads(`
    Con il cantiere spariscono, per sempre:
    12 persone, che perdono subito l’accesso
    1 turno
    3 richieste di scambio e 1 scambio completato
    4 codici operativi`);
  await page.reads('[Annulla] [Elimina tutto] (spento)');
  await page.fill('Scrivi «Tiburtina» per confermare', 'Tiburtina');
  await page.tap('Elimina tutto');
  await page.isTold('Cantiere eliminato');
  await page.sends(['DELETE /api/ceo/worksites/:id', { params, body: { confirmName: 'Tiburtina' } }]);
});

test('a worksite with an admin cannot be deleted', async () => {
  const page = await open({ 'GET /api/ceo/worksites/:id/contents': { ...contents, holdsAdmin: true } });
  await page.tap('Elimina Tiburtina');
  await page.reads('In questo cantiere c’è un amministratore: non si può eliminare.\n[Annulla]');
});

const waiting = {
  id: '00000000-0000-4000-8000-0000000000f1',
  name: 'ROSSI P.',
  shifts: 5,
  from: '2026-12-01',
  to: '2026-12-31',
  invitation: null,
};

test('invitations: one for the wall, one for each who waits', async () => {
  const expiresAt = '2026-12-16T08:00:00.000Z';
  const page = await open({
    'GET /api/ceo/worksites/:id/invitations': { wall: { expiresAt }, people: [waiting] } as never,
    'POST /api/ceo/worksites/:id/invitations': { url: 'https://x.it/register#abc', expiresAt } as never,
    'DELETE /api/ceo/worksites/:id/invitations': undefined,
  });
  await page.tap('Inviti per Tiburtina');
  await page.reads(
    `Attivo fino a mercoledì 16 dicembre 2026. Per sicurezza non si può rivedere: se ti serve di nuovo, rinnovalo. Quello di prima smette di valere.\n[Rinnova l’invito da appendere] [Disattiva da appendere]`,
  );
  await page.reads('ROSSI P.\n5 turni dal 1 al 31 dicembre\n[Crea l’invito di ROSSI P.]');
  await page.tap('Crea l’invito di ROSSI P.');
  await page.reads('Il link è pronto\nSi vede solo adesso. Vale fino a mercoledì 16 dicembre 2026.');
  await page.tap('Disattiva da appendere');
  await page.isTold('Invito disattivato');
  await page.sends(
    ['POST /api/ceo/worksites/:id/invitations', { params, body: { unclaimedId: waiting.id } }],
    ['DELETE /api/ceo/worksites/:id/invitations', { params }],
  );
});

test.each([
  [
    { clock: { status: 'suspected', now: '2026-11-20T10:00:00.000Z' }, idleAccounts: null },
    'L’orologio del server ha fatto un salto',
    'L’ora è giusta',
    'Orologio confermato',
    ['POST /api/ceo/upkeep/trust-clock'],
  ],
])('upkeep asks what it may not decide: %o', async (state, title, button, told, sent) => {
  const page = await open({
    'GET /api/ceo/upkeep': state as never,
    'POST /api/ceo/upkeep/trust-clock': undefined as never,
  });
  await page.reads(title);
  expect(page.reading()).toContain(
    'Per il server adesso è venerdì 20 novembre 2026, ore 11:00: se è giusto, confermalo.',
  );
  await page.tap(button);
  await page.isTold(told);
  await page.sends(sent as never);
});

test('many idle accounts become anonymous only when the CEO agrees', async () => {
  const page = await open({
    'GET /api/ceo/upkeep': {
      clock: { status: 'steady', now: '' },
      idleAccounts: { count: 40, of: 50 },
    } as never,
    'POST /api/ceo/upkeep/agree-idle-accounts': undefined as never,
  });
  await page.reads(
    `40 account senza attività da 24 mesi\nSono tanti (40 su 50): non diventano anonimi finché non lo confermi.`,
  );
  await page.tap('Decidi');
  await page.tap('Rendi anonimi');
  await page.sends(['POST /api/ceo/upkeep/agree-idle-accounts', { body: { count: 40 } }]);
});
