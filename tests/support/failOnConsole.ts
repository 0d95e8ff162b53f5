import { afterAll, beforeEach, vi } from 'vitest';

// Fails a test that writes an unexpected warning or error to the console: React, Node and libraries report real faults there.
// A test that expects one replaces the method (`vi.spyOn(console, 'error').mockImplementation(() => {})`).

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
  // output written while the file was loading counts for its first test
  failIfUnexpected();
  // runs last, so that hooks of the test still see its fake clock and globals
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
