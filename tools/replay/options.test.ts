import { describe, expect, test } from 'vitest';
import { UsageError } from '../../scripts/commandLine.ts';
import { passwordSchema } from '../../src/domain/auth/password.ts';
import { emailSchema } from '../../src/domain/auth/schema.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { readCommand } from './options.ts';

const today = '2026-11-20';
const files = ['rosters/roster-12-shifts.csv', 'rosters/roster-12-wishes.csv'];

describe('the command', () => {
  test('the command needs two files and a server, and has defaults for the rest', () => {
    const { options, ...paths } = readCommand([...files, '--url', 'http://localhost:3000/'], today);
    expect(paths).toEqual({ shiftsFile: files[0], wishesFile: files[1] });
    expect(options).toMatchObject({
      url: 'http://localhost:3000',
      monday: '2026-11-23',
      isMondayGiven: false,
      ceo: demoCeo,
      concurrency: 4,
    });
    expect(options.identity.worksiteName).toBe('roster-12 2026-11-23');
  });

  test('on a Monday means the next one', () => {
    expect(readCommand([...files, '--url', 'http://a'], '2026-11-23').options.monday).toBe('2026-11-30');
  });

  test.each([
    ['no files', ['--url', 'http://a']],
    ['three files', [...files, 'third.csv', '--url', 'http://a']],
    ['no server', files],
    ['a server that is no address', [...files, '--url', 'localhost:3000']],
    ['a day that is no Monday', [...files, '--url', 'http://a', '--monday', '2026-11-24']],
    ['a Monday that has passed', [...files, '--url', 'http://a', '--monday', '2026-11-16']],
    ['an unknown option', [...files, '--url', 'http://a', '--fast']],
    ['no concurrency', [...files, '--url', 'http://a', '--concurrency', '0']],
  ])('refuses %s', (_what, args) => {
    expect(() => readCommand(args, today)).toThrow(UsageError);
  });
});

describe('the identity of a run', () => {
  const identityOf = (...more: string[]) =>
    readCommand([...files, '--url', 'http://a', ...more], today).options.identity;

  test('the identity of a run is the same when the command is repeated, and another one with another label or CEO', () => {
    const first = identityOf();
    expect(JSON.stringify(identityOf())).toBe(JSON.stringify(first));
    expect(identityOf('--label', 'two').accessCode).not.toBe(first.accessCode);
    expect(identityOf('--ceo-password', 'another').password).not.toBe(first.password);
  });

  test('the identity of a run gives addresses and passwords that the product accepts', () => {
    const identity = identityOf('--label', 'Prova n. 2 (però!)');
    expect(passwordSchema.safeParse(identity.password).success).toBe(true);
    expect(identity.addressOf('CT_11')).toBe('ct-11@roster-12-prova-n-2-pero.example');
    expect(emailSchema.safeParse(identity.addressOf('CT_11')).success).toBe(true);
  });
});
