// @vitest-environment jsdom
import { test } from 'vitest';
import { early, late } from '../../../../tests/support/exchangeRequests.ts';
import { type Answers, refusal } from '../../../../tests/support/fakeApi.ts';
import { openPage } from '../../../../tests/support/page.ts';
import { ceo } from '../../../../tests/support/sessions.ts';
import type { SwapApproval } from '../../../domain/exchanges/schema.approval.ts';

const id = '00000000-0000-4000-8000-000000000009';
const approval = (changes: Partial<SwapApproval> = {}): SwapApproval => ({
  id,
  version: '0123456789abcdef',
  kind: 'turno',
  worksiteName: 'Tiburtina',
  weeks: null,
  requester: { name: 'Giulia Ferrari', gives: [early], rest: ['Giulia riposa meno di 11 ore.'] },
  accepter: { name: 'Marco Bianchi', gives: [late], rest: [] },
  isBlocked: false,
  since: '2026-11-15T09:00:00.000Z',
  until: '2026-11-23T09:00:00.000Z',
  ...changes,
});

/** Opens a swap awaiting approval from the CEO's Home. */
async function openApproval(one = approval(), answers: Answers = {}) {
  const page = await openPage('/', {
    as: ceo(),
    answers: {
      'GET /api/exchange-requests/approvals': { approvals: [one], total: 1 },
      'GET /api/exchange-requests/:id/approval': one,
      'GET /api/ceo/attention': refusal(500, 'x', 'Non va.'),
      ...answers,
    },
  });
  await page.reads(
    `Scambi da approvare\nGiulia Ferrari e Marco Bianchi\nmar 24 nov · Tiburtina · poco riposo`,
  );
  await page.tap('Vedi e decidi sullo scambio tra Giulia Ferrari e Marco Bianchi');
  return page;
}
const params = { id };
const { version } = approval();
const done = { request: { id, status: 'completata' as const, isAwaitingApproval: false } };

test('shows both duties and the effect on rest, then approves the swap', async () => {
  const page = await openApproval(approval(), { 'POST /api/exchange-requests/:id/approve': done });
  await page.reads(`
    Approvi lo scambio?
    [Chiudi]
    Tiburtina
    Giulia Ferrari dà
    mar 24 nov, 06:00–14:00 mattina, sede
    Marco Bianchi dà
    mar 24 nov, 14:00–22:00 mattina, sede
    Poco riposo
    Giulia riposa meno di 11 ore.
    Confermato il 15 nov 2026, 10:00. Se nessuno decide, scade il 23 nov 2026, 10:00.
    [Approva] [Rifiuta]`);
  const asked = page.api.timesAsked('GET /api/exchange-requests/approvals');
  await page.tap('Approva');
  await page.isTold('Scambio approvato', 'I turni sono cambiati in entrambi i calendari.');
  await page.sends(['POST /api/exchange-requests/:id/approve', { params, body: { version } }]);
  await page.asksAgain('GET /api/exchange-requests/approvals', asked);
});

test('a swap is refused with a reason, which is kept after a failure', async () => {
  const page = await openApproval(approval(), {
    'POST /api/exchange-requests/:id/refuse-approval': refusal(500, 'x', 'Non va.'),
  });
  await page.tap('Rifiuta');
  await page.tap('Rifiuta lo scambio');
  await page.reads('Motivo: …\nLo leggono entrambi.\nScrivi il motivo');
  await page.fill('Motivo', 'Manca gente');
  await page.tap('Rifiuta lo scambio');
  await page.isTold('Rifiuto non riuscito', 'Non va.');
  await page.reads('Motivo: Manca gente');
  page.api.answer({ 'POST /api/exchange-requests/:id/refuse-approval': done });
  await page.tap('Rifiuta lo scambio');
  await page.isTold('Scambio rifiutato', 'I due ricevono un avviso con il motivo.');
  const sent = [
    'POST /api/exchange-requests/:id/refuse-approval',
    { params, body: { reason: 'Manca gente', version } },
  ] as const;
  await page.sends([...sent], [...sent]);
});

test('a swap that the worksite forbids can only be refused', async () => {
  const page = await openApproval(approval({ isBlocked: true }));
  await page.reads('In questo cantiere uno scambio così non si può fare');
  await page.reads('[Rifiuta]');
});

test.each([
  [refusal(404, 'not_found', 'No'), 'Questo scambio non aspetta più l’approvazione.'],
  [refusal(500, 'internal_error', 'Non va.'), 'Non va.\n[Riprova]'],
])('a swap that cannot be loaded: %o', async (answer, text) => {
  const page = await openApproval(approval(), { 'GET /api/exchange-requests/:id/approval': answer });
  await page.reads(text);
});
