import { expect, test } from 'vitest';
import { isScreen } from './screens.ts';

test.each([
  '/',
  '/login',
  '/register',
  '/dashboard',
  '/calendar',
  '/shifts/new',
  '/exchanges',
  '/exchanges/receipt/0197a2b4-5c6d-7e8f-9012-3456789abcde',
  '/terms-conditions',
  '/reimposta-password',
  '/ceo-admin',
])('%s is a screen', (path) => {
  expect(isScreen(path)).toBe(true);
});

test.each([
  '',
  '/Login',
  '/login/',
  '/shifts',
  '/shifts/new/',
  '/constructor',
  '/__proto__',
  '/calendar?x=1',
  '/exchanges/receipt',
  '/exchanges/receipt/7',
  '/x/exchanges/receipt/0197a2b4-5c6d-7e8f-9012-3456789abcde',
  '/exchanges/receipt/0197a2b4-5c6d-7e8f-9012-3456789abcde/',
])('%j is not a screen', (path) => {
  expect(isScreen(path)).toBe(false);
});
