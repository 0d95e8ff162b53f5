import { expect, test } from 'vitest';
import { openSwapsText } from './openSwapsText.ts';

test.each([
  [0, 0, null],
  [1, 0, 'si chiude la tua richiesta di scambio aperta'],
  [0, 1, 'decade la tua pre-accettazione'],
  [3, 2, 'si chiudono le tue 3 richieste di scambio aperte e decadono le tue 2 pre-accettazioni'],
])('%i requests, %i offers', (requests, offers, text) => {
  expect(openSwapsText({ requests, offers })).toBe(text);
});
