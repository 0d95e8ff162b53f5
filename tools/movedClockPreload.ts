import { readFileSync } from 'node:fs';

// Loaded into a server process, and each of its threads, before the product itself: from then on `Date` tells the
// moment of the test, read anew each time from the file that says how many milliseconds it is ahead.

const file = process.env['MOVED_CLOCK_FILE'];
if (file === undefined) throw new Error('MOVED_CLOCK_FILE is missing');

const RealDate = Date;
let lastAhead = 0;

function millisecondsNow(): number {
  // while a test writes, the file is empty for a moment
  lastAhead = Number(readFileSync(file ?? '', 'utf8')) || lastAhead;
  return RealDate.now() + lastAhead;
}

const MovedDate = new Proxy(RealDate, {
  construct: (target, parts: unknown[], newTarget) =>
    Reflect.construct(target, parts.length === 0 ? [millisecondsNow()] : parts, newTarget) as Date,
  apply: () => new RealDate(millisecondsNow()).toString(),
  get: (target, key) => (key === 'now' ? millisecondsNow : (Reflect.get(target, key) as unknown)),
});
RealDate.prototype.constructor = MovedDate;
globalThis.Date = MovedDate;
