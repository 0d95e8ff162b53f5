import { expect, test } from 'vitest';
import { mailProviders, providerOf, providerOfAddress, providerOfServer } from './providers.ts';
import { mailSettingsSchema } from './schema.ts';

test('each provider’s server is valid and maps back to the provider', () => {
  for (const { id, server } of mailProviders) {
    if (!server) continue;
    const settings = { account: 'turni@example.it', password: 'x', ...server };
    expect(mailSettingsSchema.safeParse(settings).success, id).toBe(true);
    expect(providerOfServer(server)).toBe(id);
    expect(providerOf(id)?.server).toEqual(server);
  }
});

test('port 465 uses TLS from the first byte, port 587 STARTTLS', () => {
  const servers = mailProviders.flatMap(({ server }) => server ?? []);
  expect(servers.filter(({ port, isTls }) => port !== (isTls ? 465 : 587))).toEqual([]);
});

test('each has a name and an Italian hint', () => {
  for (const { id, name, hint } of mailProviders) {
    expect([id, name, hint]).toEqual([
      id,
      expect.stringMatching(/^i?\p{Lu}/u),
      expect.stringMatching(/^\p{Lu}.+\.$/u),
    ]);
  }
});

test.each([
  ['gmail', 'gmail.com googlemail.com'],
  ['microsoft', 'outlook.it outlook.com hotmail.it hotmail.com live.it'],
  ['libero', 'libero.it inwind.it iol.it blu.it'],
  ['aruba', 'aruba.it'],
  ['yahoo', 'yahoo.it yahoo.com'],
  ['icloud', 'icloud.com me.com'],
])('%s has the addresses of %s', (provider, domains) => {
  for (const domain of domains.split(' ')) expect(providerOfAddress(`a@b@${domain}`)).toBe(provider);
});

test.each([
  ['turni@gmail.com', 'gmail'],
  [' Turni@LIBERO.it ', 'libero'],
  ['a@hotmail.it', 'microsoft'],
  ['a@me.com', 'icloud'],
  ['turni@impresa.example', null],
  ['turni', null],
  ['', null],
])('the address %j belongs to %s', (address, provider) => {
  expect(providerOfAddress(address)).toBe(provider);
});

test('an unknown server is entered by hand', () => {
  expect(providerOfServer({ host: 'smtp.gmail.com', port: 587, isTls: false })).toBe('altro');
  expect(providerOfServer({ host: 'smtp.gmail.com', port: 465, isTls: false })).toBe('altro');
  expect(providerOfServer({ host: 'smtp.gmail.com', port: 587, isTls: true })).toBe('altro');
  expect(providerOf('altro')?.server).toBeNull();
});

test.each([
  ['smtp.example.it', true],
  ['SMTP.Example.IT', true],
  ['localhost', true],
  ['192.168.1.10', true],
  ['2001:db8::25', true],
  ['smtp://smtp.example.it', false],
  ['smtp.example.it:465', false],
  ['utente@smtp.example.it', false],
  ['smtp example it', false],
  ['-smtp.example.it', false],
  ['x', true],
  ['2001:db8::25 x', false],
  ['', false],
])('the server %j is accepted: %s', (host, isAccepted) => {
  const settings = { account: 'turni@example.it', password: '', host, port: 465, isTls: true };
  expect(mailSettingsSchema.safeParse(settings).success).toBe(isAccepted);
});

test.each([
  ['segreta', true],
  ['a\nb', false],
  ['\na', false],
  ['a\u0000', false],
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
])('the password %j is accepted: %s', (password, isAccepted) => {
  const settings = { account: 'turni@example.it', password, host: 'smtp.example.it', port: 465, isTls: true };
  expect(mailSettingsSchema.safeParse(settings).success).toBe(isAccepted);
});

test.each([
  [0, false],
  [1, true],
  [65_535, true],
  [65_536, false],
  [25.5, false],
])('port %d is valid: %s', (port, isOne) => {
  const settings = { account: 'turni@example.it', host: 'smtp.example.it', isTls: true };
  expect(mailSettingsSchema.safeParse({ ...settings, port }).success).toBe(isOne);
});
