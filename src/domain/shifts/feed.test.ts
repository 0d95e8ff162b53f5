import { describe, expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import { eventsOf, type FeedEntry, reviseShown, type ShownEvent, writtenEvents } from './feed.ts';

const entry = (changes: Partial<FeedEntry> = {}): FeedEntry => ({
  ...dutyWith(),
  id: 'uno',
  notes: null,
  ...changes,
});
const worksite = 'Cantiere Tiburtina';
const [first, second] = ['2026-11-16T09:00:00.000Z', '2026-11-17T09:00:00.000Z'];
const hashOf = (event: { summary: string; startTime: string | null }): string =>
  `${event.summary} ${event.startTime}`;

describe('the events of a calendar', () => {
  test('are its shifts, with the worksite and their colours', () => {
    expect(eventsOf([entry()], worksite)).toEqual([
      {
        shiftId: 'uno',
        part: 1,
        day: '2026-11-20',
        startTime: '06:00',
        endTime: '14:00',
        summary: 'Mattina',
        location: worksite,
        description: null,
        color: 'gold',
      },
    ]);
  });

  test('each type has a colour name that calendars know', () => {
    const colors = ['mattina', 'pomeriggio', 'sera', 'notte', 'seminotte'] as const;
    expect(colors.map((shiftType) => eventsOf([entry({ shiftType })], worksite)[0]?.color)).toEqual([
      'gold',
      'darkorange',
      'mediumpurple',
      'midnightblue',
      'slateblue',
    ]);
  });

  test('are two for a split shift, each with its own name and times', () => {
    const split = { isSplitShift: true, endTime: '10:00', secondStartTime: '14:00', secondEndTime: '18:00' };
    expect(
      eventsOf([entry({ ...split, workLocation: 'smart_working', notes: 'Chiavi' })], worksite),
    ).toMatchObject([
      {
        part: 1,
        startTime: '06:00',
        endTime: '10:00',
        summary: 'Mattina (1 di 2)',
        location: 'Smart working',
      },
      { part: 2, startTime: '14:00', endTime: '18:00', summary: 'Mattina (2 di 2)', description: 'Chiavi' },
    ]);
  });

  test('an absence lasts all day, and rest days are left out', () => {
    const none = { startTime: null, endTime: null, shiftType: null };
    const entries = [
      entry({ workLocation: 'ferie', ...none, notes: '' }),
      entry({ workLocation: 'libero', ...none }),
    ];
    expect(eventsOf(entries, worksite)).toEqual([
      {
        shiftId: 'uno',
        part: 1,
        day: '2026-11-20',
        startTime: null,
        endTime: null,
        summary: 'Ferie',
        location: null,
        description: null,
        color: null,
      },
    ]);
  });
});

describe('the changes since a feed was read', () => {
  const shownOf = (entries: FeedEntry[], before: ShownEvent[] = [], now = first): ShownEvent[] =>
    reviseShown(before, eventsOf(entries, worksite), hashOf, now);
  const shown = shownOf([entry()]);

  test('are everything at first, then nothing', () => {
    expect(shown).toMatchObject([{ shiftId: 'uno', sequence: 0, changedAt: first, cancelledAt: null }]);
    expect(shownOf([entry()], shown, second)).toEqual([]);
  });

  test('are other contents with the next sequence number', () => {
    expect(shownOf([entry({ startTime: '07:00' })], shown, second)).toMatchObject([
      { shiftId: 'uno', startTime: '07:00', sequence: 1, changedAt: second, cancelledAt: null },
    ]);
  });

  test('are removed events, once, and restored ones', () => {
    const gone = shownOf([], shown, second);
    expect(gone).toMatchObject([{ shiftId: 'uno', sequence: 1, changedAt: second, cancelledAt: second }]);
    expect(shownOf([], gone, second)).toEqual([]);
    expect(shownOf([entry()], gone, second)).toMatchObject([{ sequence: 2, cancelledAt: null }]);
  });

  test('include events cancelled since an instant, after the calendar’s own, in a fixed order', () => {
    const others = [entry({ id: 'tre' }), entry({ id: 'due' })];
    const gone = shownOf([], shownOf(others), second);
    const written = writtenEvents(eventsOf([entry()], worksite), [...shown, ...gone], first);
    expect(
      written.map(({ uid, isCancelled, sequence }) => [uid.split('@')[0], isCancelled, sequence]),
    ).toEqual([
      ['uno', false, 0],
      ['due', true, 1],
      ['tre', true, 1],
    ]);
    expect(written[1]).toMatchObject({
      day: '2026-11-20',
      times: { start: '06:00', end: '14:00' },
      summary: 'Non più in calendario',
    });
    expect(writtenEvents([], gone, second)).toEqual([]);
  });
});
