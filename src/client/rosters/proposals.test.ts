import { expect, test } from 'vitest';
import type { ProposalKind, RosterProposals } from '../../domain/rosters/schema.answers.ts';
import { proposalsText } from './proposals.ts';

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
