import { beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import type { ProposalKind, RosterProposals } from '../../domain/rosters/schema.answers.ts';
import { useCurrentToast } from '../ui/toast.ts';
import {
  hasProposals,
  proposalsQuery,
  proposalsText,
  useAcceptProposals,
  useDeclineProposals,
} from './proposals.ts';

let calls: { name: string; body: unknown }[] = [];
let answer = (): Response => Response.json({});
beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    calls.push({ name: `${method} ${path}`, body: JSON.parse(body as string) });
    return answer();
  });
});

async function open() {
  const use = () => ({
    accept: useAcceptProposals(),
    decline: useDeclineProposals(),
    toast: useCurrentToast(),
  });
  const hook = await renderHook(use);
  const lists = [proposalsQuery.queryKey, ['calendar-shifts'], ['exchange-requests'], ['notifications']];
  for (const key of [...lists, ['completed']]) hook.client.setQueryData(key, 'before');
  const isOld = (key: readonly string[]) => hook.client.getQueryState(key)?.isInvalidated;
  return { ...hook, old: () => [...lists, ['completed']].map(isOld) };
}

test.each([
  [0, 0, 'Niente di nuovo nel calendario', ''],
  [1, 0, 'Calendario aggiornato', '1 giornata dal tabellone.'],
  [2, 1, 'Calendario aggiornato', '2 giornate dal tabellone. Ne resta 1 da scegliere.'],
  [0, 2, 'Niente di nuovo nel calendario', 'Ne restano 2 da scegliere.'],
])(
  'days that are taken over are told, %d taken and %d left, and read again',
  async (accepted, waiting, title, text) => {
    answer = () => Response.json({ accepted, waiting });
    const { now, act, old } = await open();
    await act(() => now().accept.start({ version: '7' }));
    expect(calls).toEqual([{ name: 'POST /api/rosters/proposals/accept', body: { version: '7' } }]);
    expect(now().toast).toMatchObject({ variant: 'success', title, text });
    expect(old()).toEqual([true, true, true, true, false]);
  },
);

test('days that are declined leave the calendar as it is, and are asked about no more', async () => {
  answer = () => Response.json({ declined: 1 });
  const { now, act, old } = await open();
  await act(() => now().decline.start({ days: ['2026-11-24'] }));
  expect(calls).toEqual([{ name: 'POST /api/rosters/proposals/decline', body: { days: ['2026-11-24'] } }]);
  expect(now().toast).toMatchObject({ variant: 'success', title: 'Il tuo calendario resta com’è' });
  expect(old()).toEqual([true, true, true, true, false]);
});

test.each([
  ['accept', 'Tabellone non accettato'],
  ['decline', 'Risposta non salvata'],
] as const)('an answer that is refused is told (%s)', async (which, title) => {
  answer = () => Response.json({ message: 'È arrivato un altro tabellone', code: 'x' }, { status: 409 });
  const { now, act } = await open();
  await act(() => now()[which].start({}));
  expect(now().toast).toMatchObject({ variant: 'error', title, text: 'È arrivato un altro tabellone' });
});

const proposals = { version: '7', days: [] } as unknown as RosterProposals;
test('there is something to decide where a roster waits', () => {
  expect([proposals, { ...proposals, version: null }, undefined].map(hasProposals)).toEqual([
    true,
    false,
    false,
  ]);
});

test.each<[ProposalKind[], string]>([
  [[], ''],
  [['new'], '1 turno nuovo'],
  [
    ['new', 'new', 'changed', 'missing', 'absence', 'refused'],
    '2 turni nuovi, 1 turno cambiato, 1 da togliere, 1 da scegliere, 1 che non va bene',
  ],
  [
    ['changed', 'changed', 'missing', 'missing', 'refused', 'refused'],
    '2 turni cambiati, 2 da togliere, 2 che non vanno bene',
  ],
  [['absence', 'on_offer'], '2 da scegliere'],
  // nothing is left to do about those
  [['swapped'], ''],
])('days that are %o are summed up: %s', (kinds, text) => {
  const days = kinds.map((kind) => ({ kind })) as RosterProposals['days'];
  expect(proposalsText({ days })).toBe(text);
});
