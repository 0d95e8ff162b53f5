import { expect, it } from 'vitest';
import { holidays, me, offerOf, own, restDay, weekly } from '../../../../tests/support/exchangeRequests.ts';
import type { SeenEntry } from '../../../domain/exchanges/weeks.ts';
import * as previews from './swapPreview.ts';
import type { DayLook, WeekLooks } from './swapPreview.ts';

const seen = (
  workLocation: SeenEntry['workLocation'],
  shiftType: SeenEntry['shiftType'] = null,
  startTime: string | null = null,
  endTime: string | null = null,
): SeenEntry => ({ workLocation, shiftType, startTime, endTime });
const morning = seen('sede', 'mattina', '06:00', '13:00');
const night = seen('sede', 'notte', '20:00', '03:00');

it.each<[DayLook, sign: string, name: string, text: string, hasMark: boolean]>([
  [morning, 'M', 'Mattina', 'Mattina 06:00–13:00', true],
  [night, 'N', 'Notte', 'Notte 20:00–03:00 (+1)', true],
  [seen('libero'), 'R', 'Riposo', 'Riposo', true],
  [seen('assente'), '–', 'Non in servizio', 'Non in servizio', false],
  [null, '·', 'Nessun turno', 'Nessun turno', false],
  ['unknown', '?', 'Turno del collega', 'Turno del collega', false],
  ['unchanged', '=', 'Invariato', 'Invariato', false],
])('%o is shown as %s and called %s', (look, sign, name, text, hasMark) => {
  expect(previews.lookSign(look)).toBe(sign);
  expect(previews.lookName(look)).toBe(name);
  expect(previews.lookText(look)).toBe(text);
  expect(previews.lookMark(look) !== null).toBe(hasMark);
});

it('previews the only offer, or the viewer’s own duty while the request is open', () => {
  const weeks = [{ from: '2026-11-21', to: '2026-11-27', days: [] }];
  const offer = { ...offerOf('Sara'), preview: weeks };
  const ofOffer = {
    weeks,
    people: [
      { side: 'requester', name: 'Tu' },
      { side: 'colleague', name: 'Sara' },
    ],
    isDone: false,
  };
  expect(previews.offerPreview(offer)).toEqual(ofOffer);
  expect(previews.offerPreview(offerOf('Sara'))).toBeNull();
  expect(previews.previewOf(weekly({ ...own, preAcceptedBy: [offer] }), true)).toEqual(ofOffer);
  expect(previews.previewOf(weekly({ ...own, preAcceptedBy: [offer, offer] }), true)).toBeNull();
  expect(previews.previewOf(weekly({ ...own, preview: weeks }), true)).toBeNull();
  expect(previews.previewOf(weekly({}), false)).toBeNull();
  expect(previews.previewOf(weekly({ preview: weeks, status: 'annullata' }), false)).toBeNull();
  expect(previews.previewOf(weekly({ preview: weeks, responderId: me }), false)).toEqual({
    weeks,
    people: [
      { side: 'colleague', name: 'Tu' },
      { side: 'requester', name: 'Marco Bianchi' },
    ],
    isDone: false,
  });
});

it('returns each Saturday–Friday week of some duties once, in order', () => {
  const days = ['2026-12-05', '2026-11-27', '2026-11-21'].map(restDay);
  expect(previews.weeksOf(days)).toEqual([
    { from: '2026-11-21', to: '2026-11-27' },
    { from: '2026-12-05', to: '2026-12-11' },
  ]);
});

it('a completed swap shows the swapped duties and marks the other days as unchanged', () => {
  const { offeredDuties: nights, ownDuties: mornings } = weekly({});
  const preview = previews.donePreview(
    'settimana',
    { name: 'Tu', gave: mornings.slice(0, 1) },
    { name: 'Marco', gave: nights.slice(0, 1) },
  );
  expect(preview).toMatchObject({
    isDone: true,
    people: [
      { side: 'requester', name: 'Tu' },
      { side: 'colleague', name: 'Marco' },
    ],
  });
  const days = preview.weeks.flatMap((week) => week.days);
  expect(days).toHaveLength(7);
  expect([days[0]?.requester, days[0]?.colleague]).toMatchObject([
    { before: { shiftType: 'mattina' }, after: { shiftType: 'notte' } },
    { before: { shiftType: 'notte' }, after: { shiftType: 'mattina' } },
  ]);
  const unchanged = { before: 'unchanged', after: 'unchanged' };
  expect([days[1]?.requester, days[1]?.colleague]).toEqual([unchanged, unchanged]);
  expect(previews.looksIn(preview.weeks).map(previews.lookName)).toEqual(['Mattina', 'Notte', 'Invariato']);
});

it('a completed holiday swap shows who is on holiday in which week', () => {
  const { offeredDuties, ownDuties } = holidays({});
  const preview = previews.donePreview(
    'ferie',
    { name: 'Tu', gave: ownDuties },
    { name: 'Marco', gave: offeredDuties },
  );
  const [november, december] = preview.weeks.map(({ days }) => days[0]);
  const gone = { before: { workLocation: 'ferie' }, after: null };
  const come = { before: null, after: { workLocation: 'ferie' } };
  expect(november).toMatchObject({ date: '2026-11-21', requester: come, colleague: gone });
  expect(december).toMatchObject({ date: '2026-12-05', requester: gone, colleague: come });
});

it('lists replaced named shifts with their days', () => {
  const day = (date: string, cover: WeekLooks['days'][number]['cover']) => ({ date, cover }) as never;
  const change = { before: 'mattina', after: 'notte' } as const;
  expect(
    previews.coverChanges([
      day('2026-11-21', change),
      day('2026-11-22', null),
      day('2026-11-23', { before: 'notte', after: 'mattina' }),
      day('2026-11-24', change),
    ]),
  ).toEqual([
    { text: 'notte invece di mattina', days: ['2026-11-21', '2026-11-24'] },
    { text: 'mattina invece di notte', days: ['2026-11-23'] },
  ]);
});
