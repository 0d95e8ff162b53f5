import { afterAll, afterEach, beforeEach } from 'vitest';
import { undoAll } from './undo.ts';

/**
 * Fails a test that writes a warning or an error to the console without being meant to: React, Node and libraries
 * announce real faults there. A test that expects such output replaces the method itself
 * (`vi.spyOn(console, 'error').mockImplementation(() => {})`) and asserts on what it got.
 */

let unexpected: Error[] = [];
const restores: (() => void)[] = [];

for (const method of ['error', 'warn'] as const) {
  const original = console[method];
  const write = original.bind(console);
  console[method] = (...parts: unknown[]): void => {
    write(...parts);
    unexpected.push(new Error(`unexpected console.${method}: ${parts.map(String).join(' ')}`));
  };
  // Files of one project may share the console.
  restores.push(() => {
    console[method] = original;
  });
}

function failIfUnexpected(): void {
  const [first] = unexpected;
  unexpected = [];
  if (first) throw first;
}

// What was written while the file was loaded belongs to its first test.
beforeEach(failIfUnexpected);
afterEach(async () => {
  await undoAll();
  failIfUnexpected();
});
afterAll(() => {
  for (const restore of restores) restore();
  failIfUnexpected();
});
