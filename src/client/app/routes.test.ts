import { expect, test } from 'vitest';
import { screens } from '../../domain/screens.ts';
import type { Session } from '../../domain/users/schema.ts';
import { isOpenTo, navigationFor, routes } from './routes.ts';

const sessionOf = (
  role: 'user' | 'admin',
  variant: 'standard' | 'taxi',
  { isCeo = false, mayLoadShifts = false } = {},
) => ({ user: { role, isCeo, mayLoadShifts }, worksite: { variant } }) as Session;

const forAll = ['/terms-conditions', '/disiscrizione', '/reimposta-password', '/password-dimenticata'];
const signedIn = ['/', '/admin', '/ceo-admin', '/profile', '/profile/notifiche', '/email-config', ...forAll];
const ofShifts = [
  '/calendar',
  '/shifts/new',
  '/shifts/fill',
  '/tabellone',
  '/exchanges',
  '/exchanges/receipt/:id',
  '/profile/calendario',
];

test('the routes match the screens known to the server', () => {
  const paths = routes.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
  expect(paths.toSorted()).toEqual([...screens].toSorted());
});

test.each([
  ['nobody signed in', null, ['/login', '/register', ...forAll], []],
  [
    'an employee',
    sessionOf('user', 'standard'),
    [...signedIn, ...ofShifts, '/operazioni'],
    ['Home', 'Calendario', 'Aggiungi', 'Scambi', 'Operazioni'],
  ],
  [
    'an employee who may load rosters',
    sessionOf('user', 'standard', { mayLoadShifts: true }),
    [...signedIn, ...ofShifts, '/operazioni', '/rosters', '/rosters/load'],
    ['Home', 'Calendario', 'Aggiungi', 'Scambi', 'Operazioni'],
  ],
  [
    'a driver',
    sessionOf('user', 'taxi'),
    [...signedIn, ...ofShifts],
    ['Home', 'Calendario', 'Aggiungi', 'Scambi'],
  ],
  [
    'an admin',
    sessionOf('admin', 'standard'),
    [...signedIn, '/operazioni'],
    ['Home', 'Operazioni', 'Pannello'],
  ],
  [
    'the CEO',
    sessionOf('admin', 'standard', { isCeo: true }),
    [
      ...signedIn,
      '/operazioni',
      '/rosters',
      '/rosters/load',
      '/altro',
      '/altro/andamento',
      '/altro/registro',
    ],
    ['Home', 'Tabellone', 'Persone', 'Codici', 'Altro'],
  ],
])('%s reaches these pages, with this menu', (_who, session, paths, labels) => {
  const open = routes.filter((route) => isOpenTo(session, route)).map(({ path }) => path as string);
  expect(open.toSorted()).toEqual(paths.toSorted());
  expect(session ? navigationFor(session).map(({ label }) => label) : []).toEqual(labels);
});
