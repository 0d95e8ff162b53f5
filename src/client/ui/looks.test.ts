import { expect, test } from 'vitest';
import { buttonLook } from './buttonLook.ts';
import { classNames } from './classNames.ts';

test('class names leave out what is not there', () => {
  expect(classNames('a', false, null, undefined, '', 'b')).toBe('a b');
});

test('a button is high enough for a thumb in both sizes, and has one look for each use', () => {
  const variants = ['primary', 'quiet', 'danger', 'plain'] as const;
  expect(new Set(variants.map((variant) => buttonLook(variant))).size).toBe(variants.length);
  expect(buttonLook()).toBe(buttonLook('primary', 'normal'));
  expect(buttonLook('plain', 'normal', 'mt-2').split(' ')).toEqual(
    expect.arrayContaining(['mt-2', 'min-h-12', 'text-body']),
  );
  expect(buttonLook('plain', 'small').split(' ')).toEqual(
    expect.arrayContaining(['min-h-11', 'text-caption', 'inline-flex']),
  );
  for (const variant of variants) expect(buttonLook(variant)).toContain('hover:');
});
