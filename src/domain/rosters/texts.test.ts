import { expect, test } from 'vitest';
import { nameOfRoster } from './texts.it.ts';

test.each([
  ['dicembre', 'Il tabellone di dicembre'],
  ['dal 7 al 20 dicembre', 'Il tabellone dal 7 al 20 dicembre'],
  ['dall’1 al 7 gennaio', 'Il tabellone dall’1 al 7 gennaio'],
  ['Dalmine', 'Il tabellone di Dalmine'],
])('a roster called %s: %s', (title, name) => expect(nameOfRoster(title)).toBe(name));
