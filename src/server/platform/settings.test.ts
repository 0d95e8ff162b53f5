import { describe, expect, test } from 'vitest';
import {
  demoCeo,
  demoTaxiAccessCode,
  describeSettings,
  privacyNotices,
  readSettings,
  SettingsError,
} from './settings.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://turni.example.it',
  CEO_EMAILS: 'ceo@example.it',
};

/** The lines that a start with these settings would stop with. */
function complaints(env: Record<string, string | undefined>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).message.split('\n');
  }
}

describe('readSettings', () => {
  test('readSettings needs nothing outside of production', () => {
    expect(readSettings({})).toEqual({
      isProduction: false,
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      dataDir: './data',
      publicUrl: 'http://localhost:3000',
      appSecret: null,
      appSecretPrevious: null,
      ceoEmails: [demoCeo.email],
      ceoInitialPassword: demoCeo.password,
      taxiAccessCode: demoTaxiAccessCode,
      smtpUrl: null,
      mailFrom: null,
      pushTestOrigin: null,
      privacyControllerName: null,
      privacyControllerSeat: null,
      privacyContact: null,
      retentionDaysMonths: 24,
      retentionAuditYears: 5,
      isDemo: true,
      trustProxy: null,
      logLevel: 'info',
      metricsPort: 9464,
      metricsHost: '127.0.0.1',
      slowQueryMilliseconds: 500,
      limits: {
        drainMs: 0,
        requestMs: 30_000,
        answerMs: 60_000,
        databaseWaitMs: 3_000,
        mostCalls: 500,
        mostCallsOfOne: 6,
        personCallsASecond: 50,
        strangerCallsASecond: 200,
        refusalMs: 2000,
        mostWaiting: 200,
        mostConnections: 10_000,
        mostUnreadBytes: 64 * 1024 * 1024,
        mostDelayMs: 500,
        mostHeapBytes: expect.any(Number) as number,
        mostMemoryBytes: 0,
      },
    });
  });

  test('readSettings reads the limits, and says which is none', () => {
    const { limits } = readSettings({ DRAIN_SECONDS: '5', MAX_CALLS: '20', MAX_MEMORY_MB: '512' });
    expect(limits).toMatchObject({ drainMs: 5_000, mostCalls: 20, mostMemoryBytes: 512 * 1024 * 1024 });
    expect(complaints({ DRAIN_SECONDS: '-1' })).toEqual(['DRAIN_SECONDS: a number from 0 to 600']);
    expect(complaints({ REQUEST_SECONDS: '0' })).toEqual(['REQUEST_SECONDS: at least 1']);
    expect(complaints({ MAX_CALLS: 'tante' })).toEqual(['MAX_CALLS: a number from 1 to 100000']);
    expect(complaints({ MAX_CONNECTIONS: '2000000' })).toEqual(['MAX_CONNECTIONS: at most 1000000']);
  });

  test('readSettings takes nothing of the demo into production', () => {
    expect(readSettings(production)).toMatchObject({
      isProduction: true,
      isDemo: false,
      ceoEmails: ['ceo@example.it'],
      ceoInitialPassword: null,
      taxiAccessCode: null,
      publicUrl: 'https://turni.example.it',
    });
  });

  test('readSettings says in production what the privacy policy cannot say yet, and starts', () => {
    const given = { PRIVACY_CONTROLLER_NAME: 'Consorzio Prova', PRIVACY_CONTACT: 'privacy@example.it' };
    expect(privacyNotices(readSettings(production))).toEqual([
      expect.stringMatching(/PRIVACY_CONTROLLER_NAME, PRIVACY_CONTROLLER_SEAT, PRIVACY_CONTACT\.$/),
    ]);
    expect(privacyNotices(readSettings({ ...production, ...given }))).toEqual([
      expect.stringMatching(/Manca PRIVACY_CONTROLLER_SEAT\.$/),
    ]);
    const whole = { ...production, ...given, PRIVACY_CONTROLLER_SEAT: 'via Roma 1, Roma' };
    expect(privacyNotices(readSettings(whole))).toEqual([]);
    expect(privacyNotices(readSettings({}))).toEqual([]);
  });

  test('readSettings reads every setting', () => {
    const settings = readSettings({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://turnario:segreta@db.example.it/turnario',
      DATA_DIR: '/var/lib/turnario',
      PUBLIC_URL: 'https://turni.example.it/',
      APP_SECRET: 'x'.repeat(32),
      APP_SECRET_PREVIOUS: 'y'.repeat(32),
      CEO_EMAILS: ' Uno@Example.it , due@example.it,',
      CEO_INITIAL_PASSWORD: 'Segreta!1',
      TAXI_ACCESS_CODE: 'TAXI-1',
      SMTP_URL: 'smtps://utente:segreta@smtp.example.it',
      MAIL_FROM: 'Turnario <turni@example.it>',
      PUSH_TEST_ORIGIN: 'http://127.0.0.1:9000/',
      PRIVACY_CONTROLLER_NAME: ' Consorzio Prova ',
      PRIVACY_CONTROLLER_SEAT: 'via Roma 1, Roma',
      PRIVACY_CONTACT: 'privacy@example.it',
      RETENTION_DAYS_MONTHS: '36',
      RETENTION_AUDIT_YEARS: '10',
      DEMO: '0',
      TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
      LOG_LEVEL: 'debug',
    });
    expect(settings).toEqual({
      isProduction: false,
      port: 8080,
      host: '0.0.0.0',
      databaseUrl: 'postgres://turnario:segreta@db.example.it/turnario',
      dataDir: '/var/lib/turnario',
      publicUrl: 'https://turni.example.it',
      appSecret: 'x'.repeat(32),
      appSecretPrevious: 'y'.repeat(32),
      ceoEmails: ['uno@example.it', 'due@example.it'],
      ceoInitialPassword: 'Segreta!1',
      taxiAccessCode: 'TAXI-1',
      smtpUrl: 'smtps://utente:segreta@smtp.example.it',
      mailFrom: 'Turnario <turni@example.it>',
      pushTestOrigin: 'http://127.0.0.1:9000',
      privacyControllerName: 'Consorzio Prova',
      privacyControllerSeat: 'via Roma 1, Roma',
      privacyContact: 'privacy@example.it',
      retentionDaysMonths: 36,
      retentionAuditYears: 10,
      isDemo: false,
      trustProxy: '10.0.0.0/8, 127.0.0.1',
      logLevel: 'debug',
      metricsPort: 9464,
      metricsHost: '127.0.0.1',
      slowQueryMilliseconds: 500,
      limits: readSettings({}).limits,
    });
  });

  test('readSettings takes an empty variable for none', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', DEMO: '', LOG_LEVEL: undefined })).toEqual(
      readSettings({}),
    );
  });

  test('readSettings makes the public address from the port', () => {
    expect(readSettings({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  test.each([
    ['RETENTION_DAYS_MONTHS', '2'],
    ['RETENTION_AUDIT_YEARS', '0'],
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['PORT', ' '],
    ['DATABASE_URL', 'mysql://localhost/turnario'],
    ['DATABASE_URL', 'turnario'],
    ['PUBLIC_URL', 'turni.example.it'],
    ['PUBLIC_URL', 'ftp://turni.example.it'],
    ['APP_SECRET', 'corto'],
    ['CEO_EMAILS', 'ceo'],
    ['CEO_EMAILS', 'uno@example.it,due@example.it,tre@example.it'],
    ['CEO_EMAILS', 'uno@example.it;due@example.it'],
    ['CEO_INITIAL_PASSWORD', 'corta'],
    ['TAXI_ACCESS_CODE', 'abc'],
    ['SMTP_URL', 'http://smtp.example.it'],
    ['MAIL_FROM', 'x'],
    ['DEMO', 'yes'],
    ['TRUST_PROXY', 'pippo'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['LOG_LEVEL', 'verbose'],
  ])('names %s when it is %j, and says why', (name, value) => {
    const found = complaints({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name}: .{8,}`));
  });

  test('names all that is wrong at once', () => {
    const found = complaints({ PORT: 'abc', LOG_LEVEL: 'verbose', CEO_EMAILS: 'ceo' });
    expect(found.map((line) => line.split(':')[0])).toEqual(['PORT', 'CEO_EMAILS', 'LOG_LEVEL']);
  });

  test('readSettings does not repeat a wrong value, which may be a secret', () => {
    const found = complaints({
      DATABASE_URL: 'mysql://turnario:segretissima@db',
      APP_SECRET: 'segretissima',
      SMTP_URL: 'http://utente:segretissima@smtp',
      CEO_INITIAL_PASSWORD: 'segreto',
    }).join('\n');
    expect(found).not.toContain('segret');
  });

  test.each([
    [{ ...production, CEO_EMAILS: undefined }, 'CEO_EMAILS'],
    [{ ...production, CEO_EMAILS: ' , ' }, 'CEO_EMAILS'],
    [{ ...production, PUBLIC_URL: undefined }, 'PUBLIC_URL'],
    [{ ...production, DEMO: '1' }, 'DEMO'],
    [{ ...production, DATABASE_URL: 'postgres://localhost/turnario' }, 'APP_SECRET'],
    [{ DATABASE_URL: 'postgres://localhost/turnario' }, 'APP_SECRET'],
    [{ APP_SECRET: 'x'.repeat(32), APP_SECRET_PREVIOUS: 'x'.repeat(32) }, 'APP_SECRET_PREVIOUS'],
    [{ ...production, PUSH_TEST_ORIGIN: 'http://127.0.0.1:9' }, 'PUSH_TEST_ORIGIN'],
  ])('misses what it cannot do without, or refuses what must not be: %j', (env, name) => {
    const found = complaints(env);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name}: `));
  });
});

test('what is shown of the settings holds no secret', () => {
  const secret = 'segretissimosegretissimosegretissimo';
  const settings = readSettings({
    DATABASE_URL: `postgres://turnario:${secret}@db/turnario`,
    APP_SECRET: secret,
    CEO_EMAILS: `${secret}@example.it`,
    CEO_INITIAL_PASSWORD: secret,
    TAXI_ACCESS_CODE: secret,
    SMTP_URL: `smtp://utente:${secret}@smtp.example.it`,
    MAIL_FROM: `Turnario <${secret}@example.it>`,
  });
  const shown = JSON.stringify(describeSettings(settings));
  expect(shown).not.toContain(secret);
  expect(describeSettings(settings)).toMatchObject({ databaseUrl: 'set', ceoEmails: 1, port: 3000 });
  expect(describeSettings(readSettings({}))).toMatchObject({ databaseUrl: 'unset', mailFrom: 'unset' });
});

test.each([
  ['DRAIN_SECONDS', 0, 600],
  ['REQUEST_SECONDS', 1, 600],
  ['ANSWER_SECONDS', 1, 600],
  ['DATABASE_WAIT_SECONDS', 1, 60],
  ['MAX_CALLS', 1, 100_000],
  ['MAX_CALLS_OF_ONE', 1, 1_000],
  ['PERSON_CALLS_PER_SECOND', 1, 100_000],
  ['STRANGER_CALLS_PER_SECOND', 1, 100_000],
  ['REFUSAL_SECONDS', 0, 30],
  ['MAX_WAITING', 1, 100_000],
  ['MAX_CONNECTIONS', 1, 1_000_000],
  ['MAX_UNREAD_MB', 1, 10_000],
  ['MAX_DELAY_MS', 1, 60_000],
  ['MAX_MEMORY_MB', 64, 1_000_000],
])('%s is a whole number from %i to %i', (name, least, most) => {
  for (const right of [least, most]) readSettings({ [name]: String(right) });
  const wrongs = [String(most + 1), `${least}.5`, 'x', ...(least > 0 ? [String(least - 1)] : ['-1'])];
  for (const wrong of wrongs) expect(() => readSettings({ [name]: wrong }), wrong).toThrow(name);
});
