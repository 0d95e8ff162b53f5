import { expect, test } from 'vitest';
import { auditActionList, auditActionName } from './auditActions.it.ts';

test('audit actions have names; unknown ones show their code', () => {
  for (const { id, name } of auditActionList) {
    expect(name).toMatch(/^\p{Lu}/u);
    expect(auditActionName(id)).toBe(name);
  }
  expect(auditActionName('worksite_created')).toBe('Cantiere creato');
  expect(auditActionName('unknown')).toBe('unknown');
});
