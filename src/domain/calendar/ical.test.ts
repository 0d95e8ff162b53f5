import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readIcal } from '../../../tests/support/ical.ts';
import { type IcalEvent, writeCalendar } from './ical.ts';

const event: IcalEvent = {
  uid: 'uno@turnario',
  sequence: 3,
  changedAt: '2026-11-16T09:00:00.000Z',
  isCancelled: false,
  day: '2026-11-20',
  times: { start: '06:00', end: '14:00' },
  summary: 'Mattina',
  location: null,
  description: null,
  color: 'gold',
};
const feed = { name: 'Turni', refreshHours: 1 };
const write = (changes: Partial<IcalEvent>, name = 'Turni'): string =>
  writeCalendar({ ...feed, name }, [{ ...event, ...changes }]);
const read = (changes: Partial<IcalEvent>) => readIcal(write(changes)).events[0]!;

describe('a calendar file', () => {
  test('states its name, refresh interval and time zone', () => {
    const lines = write({}).split('\r\n');
    expect(lines).toEqual(expect.arrayContaining(['VERSION:2.0', 'X-WR-CALNAME:Turni', 'NAME:Turni']));
    expect(lines).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H');
    expect(lines).toContain('TZID:Europe/Rome');
    expect(writeCalendar({ name: 'Turni', refreshHours: null }, [])).not.toContain('REFRESH-INTERVAL');
  });

  test('an event is read back as written; its change time is in UTC', () => {
    expect(read({ description: 'Porta le chiavi', location: 'Cantiere' })).toEqual({
      uid: 'uno@turnario',
      sequence: 3,
      isCancelled: false,
      start: '2026-11-20T06:00:00',
      end: '2026-11-20T14:00:00',
      minutes: 480,
      summary: 'Mattina',
      location: 'Cantiere',
      description: 'Porta le chiavi',
      changedAt: '2026-11-16T09:00:00Z',
    });
    expect(write({})).toContain('DTSTAMP:20261116T090000Z\r\n');
    expect(read({ isCancelled: true }).isCancelled).toBe(true);
  });

  test('a day without times lasts all day', () => {
    expect(read({ times: null })).toMatchObject({ start: '2026-11-20', end: '2026-11-21' });
  });

  test.each([
    ['2026-11-20', '20:00', '03:00', '2026-11-21T03:00:00', 420],
    // one hour more, one hour less
    ['2026-10-24', '22:00', '06:00', '2026-10-25T06:00:00', 540],
    ['2027-03-27', '22:00', '06:00', '2027-03-28T06:00:00', 420],
    ['2026-12-31', '20:00', '03:00', '2027-01-01T03:00:00', 420],
  ])('the night of %s, %s to %s, ends at %s after %i minutes', (day, start, end, lastMoment, minutes) => {
    expect(read({ day, times: { start, end } })).toMatchObject({
      start: `${day}T${start}:00`,
      end: lastMoment,
      minutes,
    });
  });

  test('a skipped time maps to the moment after the gap', () => {
    const skipped = read({ day: '2027-03-28', times: { start: '02:30', end: '10:00' } });
    expect(skipped).toMatchObject({ start: '2027-03-28T03:30:00', minutes: 390 });
  });
});

describe('any texts', () => {
  const unit = fc.oneof(
    fc.constantFrom(...Array.from(';,:\\"\n\r\t =àèìòùÀ’–€😀👩‍🔧nN')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  const anyText = fc.array(unit, { minLength: 1, maxLength: 120 }).map((parts) => parts.join(''));
  /** Normalises line breaks and removes forbidden control characters. */
  const plain = (text: string): string =>
    text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '');

  test('names and places are read back unchanged, in lines of at most 75 octets', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (name, location, description) => {
        const text = write({ location, description }, name);
        const calendar = readIcal(text);
        expect(calendar.name).toBe(plain(name));
        expect(calendar.events[0]).toMatchObject({
          location: plain(location),
          description: plain(description),
        });
        for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      }),
      { seed: 20_261_116, numRuns: 500 },
    );
  });

  test('a long line with accents is broken only between characters', () => {
    const location = 'è'.repeat(200) + 'e'.repeat(200);
    const text = write({ location });
    const broken = text.split('\r\n').filter((line) => /^(LOCATION:| )[èe]+$/.test(line));
    // the length of each line in octets
    expect(broken.map((line) => Buffer.byteLength(line))).toEqual([75, 75, 75, 75, 75, 75, 75, 75, 17]);
    expect(readIcal(text).events[0]?.location).toBe(location);
  });
});
