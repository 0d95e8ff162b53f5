import { afterAll, beforeEach, vi } from 'vitest';

// A test fails that writes a warning or an error to the console without being meant to: React, Node and libraries announce
// real faults there. One that expects it replaces the method (`vi.spyOn(console, 'error').mockImplementation(() => {})`).

const unexpected: Error[] = [];
const restores = (['error', 'warn'] as const).map((method) => {
  const original = console[method];
  console[method] = (...parts: unknown[]): void => {
    original.apply(console, parts);
    unexpected.push(new Error(`unexpected console.${method}: ${parts.map(String).join(' ')}`));
  };
  // files of one project may share the console
  return () => void (console[method] = original);
});

function failIfUnexpected(): void {
  const [first] = unexpected.splice(0);
  if (first) throw first;
}

beforeEach(({ onTestFinished }) => {
  // what was written while the file was loaded belongs to its first test
  failIfUnexpected();
  // last of all: what a test or its hooks undo, they undo with the clock and the globals that they replaced
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    failIfUnexpected();
  });
});
afterAll(() => {
  for (const restore of restores) restore();
  failIfUnexpected();
});
