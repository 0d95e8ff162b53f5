import { expect, test } from 'vitest';
import { type Entry, Ledger, type Operation } from './ledger.ts';

const day = '2027-01-20';

/** After calls such as `record one done` and `delete unknown`: what the day may hold, and the contradictions. */
function followed(...calls: string[]) {
  const ledger = new Ledger();
  for (const call of calls) {
    const [what = '', mark = '', outcome = mark, code = ''] = call.split(' ');
    const operation = { what, day, ...(outcome !== mark && { mark }) } as Operation;
    ledger.end(ledger.begin('ada', operation), { outcome: outcome as Entry['outcome'], code });
  }
  const notes = ['', 'one', 'two', 'three'].filter((found) => ledger.judge('ada', day, found) === null);
  return { notes, said: ledger.problems };
}

test.each([
  ['nothing without a write', [], ['']],
  ['what was last acknowledged', ['record one done', 'edit two done'], ['two']],
  ['nothing after an acknowledged deletion', ['record one done', 'delete done'], ['']],
  ['what it held before a refusal', ['record one done', 'edit two refused', 'delete refused'], ['one']],
  ['any possible content', ['record one done', 'edit two unknown', 'delete unknown'], ['', 'one', 'two']],
  ['the next known content', ['record one done', 'delete unknown', 'edit two done'], ['two']],
])('a day holds %s', (_what, calls, notes) => {
  expect(followed(...calls)).toEqual({ notes, said: [] });
});

test.each([
  [['record one done', 'record two done'], "call 1: record was done where there was 'one'"],
  [['edit one done'], 'call 0: edit was done where there was nothing'],
  [['delete done'], 'call 0: delete was done where there was nothing'],
  [['record one refused shift_day_taken'], 'call 0: record was refused where there was nothing'],
])('an answer that contradicts an acknowledged one is reported at once: %j', (calls, said) => {
  expect(followed(...calls).said).toEqual([said]);
});
