import { expect, test } from 'vitest';
import { urlOf } from './start.ts';

test.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['192.168.1.5', 'http://192.168.1.5:3000'],
  ['turni.example.it', 'http://turni.example.it:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server on HOST=%s prints an address that a browser opens: %s', (host, url) => {
  expect(urlOf(host, 3000)).toBe(url);
  expect(new URL(url).port).toBe('3000');
});
