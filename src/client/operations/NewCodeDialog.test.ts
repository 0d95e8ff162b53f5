import { expect, test } from 'vitest';
import { tidyOppCode } from './NewCodeDialog.tsx';

test.each([
  ['op99zz', false, 'OP99ZZ'],
  ['OPop99zz', true, 'OP99ZZ'],
  ['OPOP', false, 'OPOP'],
  ['OPß', false, 'OPß'],
  ['', true, ''],
])('%j, pasted: %j, is shown as %j', (code, isPasted, shown) => {
  expect(tidyOppCode(code, isPasted)).toBe(shown);
});
