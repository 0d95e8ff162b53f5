import { expect, test } from 'vitest';
import { adminWorkLocationNames, adminWorkLocations } from './adminWorkLocation.ts';
import { auditActionList, auditActionName } from './auditActions.it.ts';

test('acts of the audit are listed by name; one that is not known yet goes by its code', () => {
  for (const { id, name } of auditActionList) {
    expect(name).toMatch(/^\p{Lu}/u);
    expect(auditActionName(id)).toBe(name);
  }
  expect(auditActionName('worksite_created')).toBe('Cantiere creato');
  expect(auditActionName('unknown')).toBe('unknown');
});

test('who is away is absent, whatever the reason', () => {
  expect(adminWorkLocations.map((location) => adminWorkLocationNames[location])).toEqual([
    'smart working',
    'sede',
    'libero',
    'assenza',
  ]);
});
