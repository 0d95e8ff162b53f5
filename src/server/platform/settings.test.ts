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

/** The errors with which a start with these settings fails. */
function complaints(env: Record<string, string | undefined>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).message.split('\n');
  }
}

describe('a setting', () => {
  const database = 'postgres://turnario:segreta@db.example.it/turnario';
  const addresses = ['uno@example.it', 'due@example.it'];
  test.each([
    ['PORT', 'port', 3000, '8080', 8080],
    ['HOST', 'host', '127.0.0.1', '0.0.0.0', '0.0.0.0'],
    ['DATABASE_URL', 'databaseUrl', null, database, database],
    ['DATA_DIR', 'dataDir', './data', '/var/lib/turnario', '/var/lib/turnario'],
    ['PUBLIC_URL', 'publicUrl', 'http://localhost:3000', 'https://turni.it/', 'https://turni.it'],
    ['APP_SECRET', 'appSecret', null, 'x'.repeat(32), 'x'.repeat(32)],
    ['APP_SECRET_PREVIOUS', 'appSecretPrevious', null, 'y'.repeat(32), 'y'.repeat(32)],
    ['CEO_EMAILS', 'ceoEmails', [demoCeo.email], ' Uno@Example.it , due@example.it,', addresses],
    ['CEO_INITIAL_PASSWORD', 'ceoInitialPassword', demoCeo.password, 'Segreta!1', 'Segreta!1'],
    ['TAXI_ACCESS_CODE', 'taxiAccessCode', demoTaxiAccessCode, 'TAXI-1', 'TAXI-1'],
    ['SMTP_URL', 'smtpUrl', null, 'smtps://a:b@smtp.example.it', 'smtps://a:b@smtp.example.it'],
    ['MAIL_FROM', 'mailFrom', null, 'Turni <turni@example.it>', 'Turni <turni@example.it>'],
    ['PUSH_TEST_ORIGIN', 'pushTestOrigin', null, 'http://127.0.0.1:9000/', 'http://127.0.0.1:9000'],
    ['PRIVACY_CONTROLLER_NAME', 'privacyControllerName', null, ' Consorzio Prova ', 'Consorzio Prova'],
    ['PRIVACY_CONTROLLER_SEAT', 'privacyControllerSeat', null, 'via Roma 1', 'via Roma 1'],
    ['PRIVACY_CONTACT', 'privacyContact', null, 'privacy@example.it', 'privacy@example.it'],
    ['RETENTION_DAYS_MONTHS', 'retentionDaysMonths', 24, '36', 36],
    ['RETENTION_AUDIT_YEARS', 'retentionAuditYears', 5, '10', 10],
    ['DEMO', 'isDemo', true, '0', false],
    ['TRUST_PROXY', 'trustProxy', null, '10.0.0.0/8, 127.0.0.1', '10.0.0.0/8, 127.0.0.1'],
    ['LOG_LEVEL', 'logLevel', 'info', 'debug', 'debug'],
    ['METRICS_PORT', 'metricsPort', 9464, 'off', null],
    ['METRICS_PORT', 'metricsPort', 9464, '65535', 65_535],
    ['SLOW_QUERY_MS', 'slowQueryMilliseconds', 500, '250', 250],
    ['METRICS_HOST', 'metricsHost', '127.0.0.1', '0.0.0.0', '0.0.0.0'],
  ] as const)('%s: %s is %j, and what is given', (name, key, usual, given, read) => {
    expect(readSettings({})[key]).toEqual(usual);
    expect(readSettings({ [name]: '' })[key]).toEqual(usual);
    const secret = name.startsWith('DATABASE') || name.endsWith('PREVIOUS') ? 'x'.repeat(32) : undefined;
    expect(readSettings({ APP_SECRET: secret, [name]: given })[key]).toEqual(read);
  });

  test('for the public address defaults to the port', () => {
    expect(readSettings({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  test('of the demo is not used in production', () => {
    const none = { isDemo: false, ceoInitialPassword: null, taxiAccessCode: null };
    expect(readSettings(production)).toMatchObject({
      ...none,
      isProduction: true,
      ceoEmails: ['ceo@example.it'],
    });
  });

  const megabyte = 1024 * 1024;
  test.each([
    ['DRAIN_SECONDS', 0, 600, 'drainMs', 0],
    ['REQUEST_SECONDS', 1, 600, 'requestMs', 30_000],
    ['ANSWER_SECONDS', 1, 600, 'answerMs', 60_000],
    ['DATABASE_WAIT_SECONDS', 1, 60, 'databaseWaitMs', 3_000],
    ['MAX_CALLS', 1, 100_000, 'mostCalls', 2_000],
    ['MAX_CALLS_OF_ONE', 1, 1_000, 'mostCallsOfOne', 6],
    ['PERSON_CALLS_PER_SECOND', 1, 100_000, 'personCallsASecond', 50],
    ['STRANGER_CALLS_PER_SECOND', 1, 100_000, 'strangerCallsASecond', 200],
    ['MAX_WAITING', 1, 100_000, 'mostWaiting', 200],
    ['MAX_CONNECTIONS', 1, 1_000_000, 'mostConnections', 10_000],
    ['MAX_DELAY_MS', 1, 60_000, 'mostDelayMs', 500],
    ['MAX_MEMORY_MB', 64, 1_000_000, 'mostMemoryBytes', 0],
  ] as const)('%s is a whole number from %i to %i; %s is %i', (name, least, most, key, usual) => {
    expect(readSettings({}).limits[key]).toBe(usual);
    const unit = name.endsWith('_SECONDS') ? 1_000 : name.endsWith('_MB') ? megabyte : 1;
    for (const right of [least, most])
      expect(readSettings({ [name]: String(right) }).limits[key]).toBe(right * unit);
    for (const wrong of [String(most + 1), `${least}.5`, 'x', String(least - 1)])
      expect(complaints({ [name]: wrong }), wrong).toEqual([expect.stringMatching(`^${name}: `)]);
  });

  test.each([
    ['RETENTION_DAYS_MONTHS', '2'],
    ['RETENTION_AUDIT_YEARS', '0'],
    ['PORT', 'abc', '-1', '65536', '3000.5', '0x10', ' '],
    ['METRICS_PORT', 'x', '65536', 'OFF'],
    ['DATABASE_URL', 'mysql://localhost/turnario', 'turnario'],
    ['PUBLIC_URL', 'turni.example.it', 'ftp://turni.example.it'],
    ['APP_SECRET', 'corto'],
    ['CEO_EMAILS', 'ceo', 'uno@example.it,due@example.it,tre@example.it', 'uno@example.it;due@example.it'],
    ['CEO_INITIAL_PASSWORD', 'corta'],
    ['TAXI_ACCESS_CODE', 'abc'],
    ['SMTP_URL', 'http://smtp.example.it'],
    ['MAIL_FROM', 'x'],
    ['DEMO', 'yes'],
    ['TRUST_PROXY', 'pippo', '10.0.0.0/99'],
    ['LOG_LEVEL', 'verbose'],
  ])('%s that is wrong is named, with the reason', (name, ...values) => {
    for (const value of values)
      expect(complaints({ [name]: value }), value).toEqual([expect.stringMatching(`^${name}: .{8,}`)]);
  });

  test('that is invalid is named along with all others, without its value, which may be a secret', () => {
    const found = complaints({
      PORT: 'abc',
      DATABASE_URL: 'mysql://turnario:segretissima@db',
      APP_SECRET: 'segretissima',
      SMTP_URL: 'http://utente:segretissima@smtp',
      CEO_INITIAL_PASSWORD: 'segreto',
    });
    expect(found).toHaveLength(5);
    expect(found.join('\n')).not.toContain('segret');
  });

  test.each([
    [{ ...production, CEO_EMAILS: undefined }, 'CEO_EMAILS'],
    [{ ...production, PUBLIC_URL: undefined }, 'PUBLIC_URL'],
    [{ ...production, DEMO: '1' }, 'DEMO'],
    [{ ...production, DATABASE_URL: 'postgres://localhost/turnario' }, 'APP_SECRET'],
    [{ DATABASE_URL: 'postgres://localhost/turnario' }, 'APP_SECRET'],
    [{ APP_SECRET: 'x'.repeat(32), APP_SECRET_PREVIOUS: 'x'.repeat(32) }, 'APP_SECRET_PREVIOUS'],
    [{ ...production, PUSH_TEST_ORIGIN: 'http://127.0.0.1:9' }, 'PUSH_TEST_ORIGIN'],
  ])('is missing, or must not be there: %j', (env, name) => {
    expect(complaints(env)).toEqual([expect.stringMatching(`^${name}: `)]);
  });
});

test('missing privacy policy details are reported in production', () => {
  const given = { ...production, PRIVACY_CONTROLLER_NAME: 'Consorzio', PRIVACY_CONTACT: 'a@example.it' };
  expect(privacyNotices(readSettings(production))).toEqual([
    expect.stringMatching(/PRIVACY_CONTROLLER_NAME, PRIVACY_CONTROLLER_SEAT, PRIVACY_CONTACT\.$/),
  ]);
  expect(privacyNotices(readSettings(given))).toEqual([
    expect.stringMatching(/Manca PRIVACY_CONTROLLER_SEAT\.$/),
  ]);
  for (const env of [{ ...given, PRIVACY_CONTROLLER_SEAT: 'via Roma 1' }, {}])
    expect(privacyNotices(readSettings(env))).toEqual([]);
});

test('the displayed settings contain no secret', () => {
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
  const shown = describeSettings(settings);
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(shown).toMatchObject({ databaseUrl: 'set', ceoEmails: 1, port: 3000 });
  expect(describeSettings(readSettings({}))).toMatchObject({ databaseUrl: 'unset', mailFrom: 'unset' });
});
