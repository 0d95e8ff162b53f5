import { expect, test } from 'vitest';
import { codeForType, tidyOppCode } from './NewCodeDialog.tsx';

test.each([
  ['OPP', '', 'OP'],
  ['OPP', '123', 'OP123'],
  ['OPP', 'op12', 'OP12'],
  ['OPP', 'OP', 'OP'],
  ['Case', 'OP', ''],
  ['Case', 'OP123', '123'],
  ['Case', '007', '007'],
] as const)('for %s %j becomes %j', (type, code, expected) => {
  expect(codeForType(type, code)).toBe(expected);
});

test.each([
  ['op99zz', false, 'OP99ZZ'],
  ['OPop99zz', true, 'OP99ZZ'],
  ['OPOP', false, 'OPOP'],
  ['OPß', false, 'OPß'],
  ['', true, ''],
])('%j, pasted: %j, is shown as %j', (code, isPasted, shown) => {
  expect(tidyOppCode(code, isPasted)).toBe(shown);
});
