import { expect, test } from 'vitest';
import { me, own, request } from '../../../../tests/support/exchangeRequests.ts';
import type { ExchangeRequest, ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { partsOf } from './arrange.ts';

const named = (requesterName: string, changes: Partial<ExchangeRequest> = {}): ExchangeRequest =>
  request({ requesterName, ...changes });
const refused = { preAccept: { isAllowed: false, reason: 'Quel giorno hai ferie.' } };
const arranged = (tab: ExchangeTab, requests: ExchangeRequest[]): string[] =>
  partsOf(tab, requests, me).map(
    ({ title, requests: members, isFolded }) =>
      `${isFolded ? '(' : ''}${title}: ${members.map((one) => one.requesterName).join()}`,
  );

test('requests for the own shift come first; those that cannot be accepted are collapsed', () => {
  const requests = [
    named('Anna', refused),
    named('Bruno', { requestedShiftType: 'notte' }),
    named('Carla'),
    named('Dario', { requestedShiftType: 'notte', isMirrored: true }),
    named('Elsa', { kind: 'ferie', requestedShiftType: null }),
  ];
  expect(arranged('disponibili', requests)).toEqual([
    'Chi cerca proprio il tuo turno: Carla,Dario,Elsa',
    'Altre che puoi accettare: Bruno',
    '(Queste non puoi accettarle: Anna',
  ]);
});

test('own requests with offers await their owner until their swap awaits approval', () => {
  const requests = [
    named('Anna'),
    request({ ...own, requesterName: 'Io' }),
    request({ ...own, requesterName: 'Io in attesa', isAwaitingApproval: true }),
  ];
  expect(arranged('pre-accettati', requests)).toEqual([
    'Tocca a te: Io',
    'In attesa degli altri: Anna,Io in attesa',
  ]);
  expect(arranged('mie', requests)).toEqual(['null: Anna,Io,Io in attesa']);
  expect(arranged('mie', [])).toEqual([]);
});
