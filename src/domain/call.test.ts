import { describe, expect, test } from 'vitest';
import { addressOf, methodOf, pathOf } from './call.ts';

const id = '0190a000-0000-7000-8000-000000000001';

describe('the address of a call', () => {
  test('the address of a call contains its escaped parameters', () => {
    expect(addressOf('POST /api/exchange-requests/:id/final-confirm', { params: { id } })).toBe(
      `/api/exchange-requests/${id}/final-confirm`,
    );
    expect(addressOf('DELETE /api/shifts/:id', { params: { id: '../a?b c' } })).toBe(
      '/api/shifts/..%2Fa%3Fb%20c',
    );
  });

  test('the address of a call contains its query, without empty or omitted values', () => {
    const query = { search: 'Rossi & figli', worksiteId: undefined, cursor: '' };
    expect(addressOf('GET /api/ceo/registrations/page', { query })).toBe(
      '/api/ceo/registrations/page?search=Rossi%20%26%20figli',
    );
    expect(addressOf('GET /api/ceo/registrations/page', { query: { search: '' } })).toBe(
      '/api/ceo/registrations/page',
    );
    expect(addressOf('GET /api/ceo/registrations/page')).toBe('/api/ceo/registrations/page');
    expect(addressOf('GET /api/calendar/shifts', { query: { from: '2026-11-01', to: '2026-11-30' } })).toBe(
      '/api/calendar/shifts?from=2026-11-01&to=2026-11-30',
    );
  });
});

test('a call is a method and a path', () => {
  expect(methodOf('PATCH /api/shifts/:id')).toBe('PATCH');
  expect(pathOf('PATCH /api/shifts/:id')).toBe('/api/shifts/:id');
});
