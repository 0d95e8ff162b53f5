import { describe, expect, it } from 'vitest';
import { entryWith } from '../../../../tests/support/duties.ts';
import { request } from '../../../../tests/support/exchangeRequests.ts';
import { worker } from '../../../../tests/support/sessions.ts';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import { refuse } from '../../../domain/errors/refusal.ts';
import { shiftTypeAt, shiftTypes } from '../../../domain/shifts/duty.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { Session } from '../../../domain/users/schema.ts';
import { formatStartHours, isOnOffer, offerChoices, startHours, wantedTypes } from './offerChoice.ts';

const now = '2026-11-20T09:00:00.000Z';

const session = worker();

const shift = (changes: Partial<Shift>): Shift =>
  entryWith({
    id: '00000000-0000-4000-8000-000000000401',
    userId: session.user.id,
    date: '2026-11-24',
    ...changes,
  });

/** The choice for a single shift. */
const offerChoice = (one: Shift, editedId: string | null = null) =>
  offerChoices([one], session, now, editedId)[0];

it('offers a shift as long as the contract', () => {
  expect(offerChoice(shift({}))).toMatchObject({
    isTaken: false,
    isWrongDuration: false,
    refusal: null,
  });
});

it('flags a shift of another length and says both lengths', () => {
  const choice = offerChoice(shift({ endTime: '15:00' }));
  expect(choice).toMatchObject({ isTaken: false, isWrongDuration: true });
  expect(choice?.refusal).toMatch(/9 ore.*8 ore/);
});

it('offers flexible staff a shift of any length', () => {
  const flexible = { ...session, user: { ...session.user, contractHours: 6, enableFlexibleShifts: true } };
  const [choice] = offerChoices([shift({ endTime: '10:00' })], flexible, now);
  expect(choice).toMatchObject({ isWrongDuration: false, refusal: null });
});

it('closes a shift that an open request already offers', () => {
  const openRequestId = '00000000-0000-4000-8000-000000000111';
  const choice = offerChoice(shift({ openRequestId }));
  expect(choice).toMatchObject({ isTaken: true, refusal: 'Hai già una richiesta aperta per questo turno' });
});

it('closes a shift reserved by a swap awaiting approval, with the rules’ text', () => {
  const reservedRequestId = '00000000-0000-4000-8000-000000000111';
  const refusal = messageOf(refuse('exchange_duty_reserved'));
  expect(offerChoice(shift({ reservedRequestId }))).toMatchObject({
    isTaken: true,
    isWrongDuration: false,
    refusal,
  });
  const wrong = shift({ endTime: '15:00', openRequestId: reservedRequestId });
  expect(offerChoice(wrong)).toMatchObject({ isTaken: true, isWrongDuration: false });
});

it('refuses a shift that has begun', () => {
  const choice = offerChoice(shift({ date: '2026-11-20' }));
  expect(choice).toMatchObject({ isWrongDuration: false });
  expect(choice?.refusal).toContain('già iniziato');
});

it('names the starting hours that the rule applies', () => {
  for (const type of shiftTypes) {
    const { from, before } = startHours[type];
    const typeAt = (hour: number, minutes: string) =>
      shiftTypeAt(`${String((hour + 24) % 24).padStart(2, '0')}:${minutes}`);
    expect(Math.max(from, before)).toBeLessThan(24);
    expect([typeAt(from, '00'), typeAt(before - 1, '45')]).toEqual([type, type]);
    expect([typeAt(from - 1, '45'), typeAt(before, '00')]).not.toContain(type);
    expect(formatStartHours(type)).toBe(`inizio ${from}–${before}`);
  }
});

it('keeps the shift of the request being edited', () => {
  const requestId = '00000000-0000-4000-8000-000000000777';
  const offered = shift({ openRequestId: requestId });
  expect(offerChoice(offered)).toMatchObject({ isTaken: true });
  expect(offerChoice(offered, requestId)).toMatchObject({ isTaken: false, refusal: null });
});

describe('in the taxi worksite', () => {
  const driver: Session = { ...session, worksite: { ...session.worksite, variant: 'taxi' } };
  const night = (date: string, changes: Partial<Shift> = {}): Shift =>
    shift({ id: date, date, startTime: '03:00', endTime: '10:00', shiftType: 'notte', ...changes });
  // Saturday 21 to Friday 27, and the Saturday after
  const shifts = [night('2026-11-23'), night('2026-11-24'), night('2026-11-28')];
  const choices = (days: Shift[], editedId: string | null = null) =>
    offerChoices(days, driver, now, editedId);

  it('offers weeks, each through its first shift', () => {
    expect(choices(shifts)).toMatchObject([
      {
        shift: { date: '2026-11-23' },
        days: [{ date: '2026-11-23' }, { date: '2026-11-24' }],
        refusal: null,
      },
      { shift: { date: '2026-11-28' }, days: [{ date: '2026-11-28' }], refusal: null },
    ]);
  });

  it('closes a week once one of its shifts is on offer, except for the request that offers it', () => {
    const openRequestId = '00000000-0000-4000-8000-000000000111';
    const taken = [night('2026-11-23'), night('2026-11-24', { openRequestId })];
    expect(choices(taken)).toMatchObject([
      { isTaken: true, refusal: 'Hai già una richiesta aperta per questa settimana' },
    ]);
    expect(choices(taken, openRequestId)).toMatchObject([{ isTaken: false, refusal: null }]);
  });

  it('refuses a remaining week with two named shifts, and says why', () => {
    const mixed = [night('2026-11-23'), night('2026-11-24', { shiftType: 'mattina' })];
    expect(choices(mixed)[0]?.refusal).toMatch(/turni diversi/);
  });

  it('offers all named shifts except the own one as wanted types', () => {
    expect(wantedTypes('taxi', null)).toEqual(['mattina', 'pomeriggio', 'seminotte', 'notte']);
    expect(wantedTypes('taxi', 'notte')).toEqual(['mattina', 'pomeriggio', 'seminotte']);
    expect(wantedTypes('standard', 'notte')).toEqual(['mattina', 'pomeriggio', 'sera', 'notte']);
  });

  it('identifies a request’s offer by its week', () => {
    const week = { from: '2026-11-21', to: '2026-11-27' };
    const weekly = request({ kind: 'settimana', weeks: { offered: week, wanted: week } });
    expect(shifts.map((one) => isOnOffer(one, weekly))).toEqual([true, true, false]);
    expect(isOnOffer(shift({ id: 'x' }), request({ offeredShiftId: 'x' }))).toBe(true);
  });
});
