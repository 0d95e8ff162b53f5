import { expect, test } from 'vitest';
import { early, late, restDay } from '../../../../tests/support/exchangeRequests.ts';
import { addDays, type Day } from '../../../domain/calendar/day.ts';
import type { CompletedSwap } from '../../../domain/exchanges/schema.completed.ts';
import type { ShiftType, WorkLocation } from '../../../domain/shifts/duty.ts';
import type { Entry } from '../../../domain/shifts/rules.ts';
import { completedView } from './exchangeView.ts';

const swap = (changes: Partial<CompletedSwap>): CompletedSwap => ({
  id: '00000000-0000-4000-8000-000000000009',
  kind: 'turno',
  requestId: null,
  partnerName: 'Marco Bianchi',
  partnerLicenseNumber: null,
  partnerPhone: null,
  exchangeDate: '2026-11-24',
  completedAt: '2026-11-20T08:00:00.000Z',
  gave: [early],
  received: [late],
  partnerGave: [late],
  ...changes,
});

/** `count` consecutive entries from a day. */
const days = (from: Day, count: number, workLocation: WorkLocation, shiftType: ShiftType | null = null) =>
  Array.from({ length: count }, (_, index): Entry => ({
    ...restDay(addDays(from, index)),
    workLocation,
    shiftType,
  }));

test('a `giorno` says which day is now worked and which is free', () => {
  const saturday = { ...late, date: '2026-11-28' };
  const view = completedView(swap({ kind: 'giorno', received: [saturday], partnerGave: [saturday] }));
  expect(view).toMatchObject({
    when: 'Ora lavori sab 28 nov 14:00–22:00, sei libero mar 24 nov',
    whenInLabel: 'mar 24 nov',
    receives: { duties: [saturday] },
  });
});

test('a driver’s week shows the week, both shifts and who drives what each day', () => {
  const mornings = days('2026-11-21', 5, 'sede', 'mattina');
  const nights = days('2026-11-21', 5, 'sede', 'notte');
  const view = completedView(
    swap({
      kind: 'settimana',
      exchangeDate: '2026-11-23',
      gave: mornings,
      received: nights,
      partnerGave: nights,
    }),
  );
  expect(view).toMatchObject({
    when: 'Settimana sab 21 – ven 27 nov',
    whenInLabel: 'settimana sab 21 – ven 27 nov',
    gives: { weekly: { shiftType: 'mattina' } },
    receives: { weekly: { shiftType: 'notte' } },
  });
  expect(view.preview).not.toBeNull();
});

test('each holiday week is on the side of the person who gave it, in either order', () => {
  const november = [...days('2026-11-21', 5, 'ferie'), ...days('2026-12-05', 5, 'sede', 'mattina')];
  const december = [...days('2026-11-21', 5, 'sede', 'notte'), ...days('2026-12-05', 5, 'ferie')];
  const view = (gave: Entry[], received: Entry[]) => {
    const done = completedView(swap({ kind: 'ferie', gave, received, partnerGave: received }));
    expect(done.when).toBe('Scambio di ferie');
    expect(done.preview).not.toBeNull();
    return [done.whenInLabel, JSON.stringify(done.gives), JSON.stringify(done.receives)];
  };
  const [label, gives, receives] = view(november, december);
  expect(label).toBe('ferie sab 21 – ven 27 nov');
  expect(gives).toContain('sab 21 – ven 27 nov');
  expect(receives).toContain('sab 5 – ven 11 dic');
  expect(view(december, november)).toEqual(['ferie sab 5 – ven 11 dic', receives, gives]);
  expect(() => view(days('2026-11-21', 5, 'sede', 'notte'), december)).toThrow('without holidays');
});
