import { expect, it } from 'vitest';
import { duplicationDays } from './duplication.ts';

it('copies within the Monday-Sunday week, also over the end of a month', () => {
  expect(duplicationDays('2026-12-01', 'standard')).toEqual([
    '2026-11-30',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
    '2026-12-06',
  ]);
});

it('copies to the next 15 days in the taxi worksite', () => {
  const days = duplicationDays('2026-10-20', 'taxi');
  expect(days).toHaveLength(15);
  expect([days.at(0), days.at(-1)]).toEqual(['2026-10-21', '2026-11-04']);
});
