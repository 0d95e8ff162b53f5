import { describe, expect, test } from 'vitest';
import { type CodeAddress, readCodeAddress, sourceOf, writeCodeAddress } from './codeAddress.ts';

const nothing: CodeAddress = { type: 'OPP', status: null, month: null, worksiteId: null, isOwnOnly: false };

describe('an address is read', () => {
  test.each<[string, Partial<CodeAddress>]>([
    ['', {}],
    ['?tipo=Case', { type: 'Case' }],
    ['?tipo=case', {}],
    ['?stato=in-attesa', { status: 'pending' }],
    ['?stato=approvati&mese=2026-11', { status: 'approved', month: '2026-11' }],
    ['?stato=pending&mese=2026-13', {}],
    ['?cantiere=7&di=me', { worksiteId: '7', isOwnOnly: true }],
    ['?cantiere=&di=tutti', {}],
  ])('%s', (query, expected) => {
    expect(readCodeAddress(new URLSearchParams(query))).toEqual({ ...nothing, ...expected });
  });
});

test('what is written can be read', () => {
  const address: CodeAddress = {
    type: 'Case',
    status: 'rejected',
    month: '2026-01',
    worksiteId: 'w',
    isOwnOnly: true,
  };
  const written = writeCodeAddress(address) as Record<string, string>;
  expect(readCodeAddress(new URLSearchParams(written))).toEqual(address);
  expect(writeCodeAddress(nothing)).toEqual({
    tipo: 'OPP',
    stato: null,
    mese: null,
    cantiere: null,
    di: null,
  });
  expect(writeCodeAddress({ month: null })).toEqual({ mese: null });
});

test('shows only own codes if the URL says so', () => {
  expect(sourceOf('worksite', nothing)).toBe('worksite');
  expect(sourceOf('all', { ...nothing, isOwnOnly: true })).toBe('own');
});
