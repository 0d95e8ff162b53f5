import { expect, test } from 'vitest';
import { layOut, type WaitingKind } from './layout.ts';

/** 'offers 1+2': one open, two folded. */
const shown = (...given: Parameters<typeof layOut>): string[] =>
  layOut(...given).map(({ kind, open, folded }) => `${kind} ${open}+${folded}`);

test.each<[Partial<Record<WaitingKind, number>>, string[]]>([
  [{}, []],
  [{ offers: 0, codes: 0 }, []],
  [{ offers: 1 }, ['offers 1+0']],
  [{ offers: 2 }, ['offers 2+0']],
  [{ offers: 3 }, ['offers 2+1']],
  [{ offers: 200 }, ['offers 2+198']],
  // the first of each before the second of any
  [{ offers: 2, matches: 1 }, ['offers 1+1', 'matches 1+0']],
  [{ approvals: 45, offers: 3 }, ['offers 1+2', 'approvals 1+44']],
  [{ codes: 1, offers: 2, approvals: 2 }, ['offers 1+1', 'approvals 0+2', 'codes 1+0']],
  [
    { offers: 3, matches: 2, approvals: 7, roster: 1, codes: 1 },
    ['offers 1+2', 'matches 0+2', 'approvals 0+7', 'roster 0+1', 'codes 0+1'],
  ],
  [{ matches: 1, roster: 1 }, ['matches 1+0', 'roster 1+0']],
])('of %j stand open and folded %j', (counts, expected) => {
  expect(shown(counts)).toEqual(expected);
});

test('another line takes room; one matter stands open whatever there is', () => {
  expect(shown({ offers: 3, matches: 3 })).toEqual(['offers 1+2', 'matches 1+2']);
  expect(shown({ offers: 3, matches: 3 }, 1)).toEqual(['offers 1+2', 'matches 0+3']);
  expect(shown({ codes: 1 }, 20)).toEqual(['codes 1+0']);
});
