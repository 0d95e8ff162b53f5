import { readFileSync } from 'node:fs';

// Preloaded into a server process and its threads: replaces `Date` by one that is ahead by the milliseconds in a file, which is
// read on every call.

const file = process.env['MOVED_CLOCK_FILE'];
if (file === undefined) throw new Error('MOVED_CLOCK_FILE is missing');

const RealDate = Date;
let lastAhead = 0;

function millisecondsNow(): number {
  // the file is briefly empty while a test writes it
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
