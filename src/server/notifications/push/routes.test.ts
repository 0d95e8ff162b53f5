import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { testServer } from '../../../../tests/support/server.ts';
import { startPushService } from '../../../../tools/pushService.ts';
import { readPushKeys } from './commands.keys.ts';
import { isPublicAddress, isPushEndpoint, retryAfter, sendPush } from './transport.ts';

const service = await startPushService(() => Date.parse(server.clock.now()));
const server = await testServer({ env: { PUSH_TEST_ORIGIN: service.origin } });
const { database, context } = server;
afterAll(() => service.stop());

const android =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

/** A person with this browser switched on. */
async function withDevice(name: string) {
  const person = await server.signIn();
  const { name: _, ...body } = await service.subscribe(name);
  const answer = await person.call('PUT /api/push/device', { body, headers: { 'user-agent': android } });
  expect(answer.status).toBe(204);
  const devices = async () => (await person.ask('GET /api/push')).devices;
  const [device] = await devices();
  const params = { id: device?.id ?? '' };
  const tryIt = () => person.ask('POST /api/push/devices/:id/test', { params });
  return { person, body, devices, params, tryIt };
}

describe('a device', () => {
  test('is listed with its browser, and stays the same when registered again', async () => {
    const { person, body } = await withDevice('a');
    await person.call('PUT /api/push/device', { body, headers: { 'user-agent': android } });
    const { devices, preferences, publicKey } = await person.ask('GET /api/push');
    expect(devices).toMatchObject([
      { label: 'Chrome su Android', isCurrent: true, lastDeliveredAt: null, lastFailedAt: null },
    ]);
    const quiet = { quietFrom: '22:00', quietTo: '07:00' };
    expect(preferences).toEqual({ ...quiet, subjectsOff: [], showsDetails: false });
    expect(Buffer.from(publicKey ?? '', 'base64url')).toHaveLength(65);
    const elsewhere = await server.signInAs(person);
    expect((await elsewhere.ask('GET /api/push')).devices).toMatchObject([{ isCurrent: false }]);
  });

  test('is tested at once with the outcome; an unknown one is removed', async () => {
    const { devices, tryIt } = await withDevice('b');
    const now = server.clock.now();
    expect(await tryIt()).toEqual({ outcome: 'delivered' });
    expect(service.received).toMatchObject([{ name: 'b', title: 'Le notifiche funzionano' }]);
    expect(await devices()).toMatchObject([{ lastDeliveredAt: now, lastFailedAt: null }]);
    service.answers.set('b', { status: 500 });
    expect(await tryIt()).toEqual({ outcome: 'failed' });
    expect(await devices()).toMatchObject([{ lastFailedAt: now }]);
    service.answers.set('b', { status: 410 });
    expect(await tryIt()).toEqual({ outcome: 'gone' });
    expect(await devices()).toEqual([]);
  });

  test('is removed by its person', async () => {
    const { person, params, devices } = await withDevice('c');
    expect(await person.statusOf('DELETE /api/push/devices/:id', { params })).toBe(204);
    expect(await devices()).toEqual([]);
  });

  // of the right length, but not on the curve
  const offCurve = Buffer.from([4, ...Array<number>(64).fill(7)]).toString('base64url');

  test.each([
    ['at an address within a network', { endpoint: 'https://169.254.169.254/latest' }, 'endpoint'],
    ['with a key that is no point of the curve', { p256dh: offCurve }, 'p256dh'],
  ])('%s is none', async (_what, change, field) => {
    const person = await server.signIn();
    const { name: _name, ...device } = await service.subscribe('d');
    const answer = await person.call('PUT /api/push/device', { body: { ...device, ...change } });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_data', fields: { [field]: 'Questo dispositivo non può ricevere notifiche' } },
    });
  });

  test('reports an unusable stored key when tested, and is removed', async () => {
    const { person, devices, tryIt } = await withDevice('spoilt');
    await database.run(sql`update push_devices set p256dh = ${offCurve} where user_id = ${person.id}`);
    expect(await tryIt()).toEqual({ outcome: 'gone' });
    expect(await devices()).toEqual([]);
  });
});

test('preferences are stored; a repeated subject counts once', async () => {
  const person = await server.signIn();
  const quiet = { quietFrom: '21:00', quietTo: '06:30' };
  const body = { ...quiet, subjectsOff: ['notices', 'notices'], showsDetails: true };
  expect(await person.callUntyped('PUT /api/push/preferences', { body })).toMatchObject({ status: 204 });
  expect((await person.ask('GET /api/push')).preferences).toEqual({ ...body, subjectsOff: ['notices'] });
});

test('the keys are stable, and the stored one is unreadable without the secret', async () => {
  const keys = await readPushKeys(context);
  expect(await readPushKeys(context)).toEqual(keys);
  const { privateKeyEncrypted: stored } = await database.one<{ privateKeyEncrypted: Uint8Array }>(
    sql`select private_key_encrypted from push_keys`,
  );
  expect(Buffer.from(stored).toString('latin1')).not.toContain('PRIVATE KEY');
  await withDevice('f');
  const other = { ...context, settings: { ...context.settings, appSecret: 'z'.repeat(40) } };
  expect(await readPushKeys(other)).toBeNull();
  expect(server.takeErrors()).toHaveLength(1);
  expect(await readPushKeys(context)).toEqual(keys);
  // once no device is subscribed with the lost key, a new one replaces it
  await database.run(sql`delete from push_devices`);
  expect((await readPushKeys(other))?.publicKey).not.toBe(keys?.publicKey);
});

// the first and last address of each network, and their neighbours
const publicAddresses = `
  8.8.8.8 1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255
  2000::1 2001:1::1 2001:db9::1 2003::1 2a00:1450:4002:402::200a 3ffe::1`
  .trim()
  .split(/\s+/);
const innerAddresses = `
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.255 169.254.0.0
  169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.255 192.0.2.255 192.168.0.0 192.168.255.255
  198.18.0.0 198.19.255.255 198.51.100.255 203.0.113.255 224.0.0.1 255.255.255.255
  :: ::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 1fff::1 2001:0:ffff::1 2001:db8:ffff::1 2002:7f00:1:: 2002:ffff::1 4000::1
  fd00::1 fe80::1`
  .trim()
  .split(/\s+/);

describe('the sender', () => {
  test.each([
    ...publicAddresses.map((address) => [address, true] as const),
    ...innerAddresses.map((address) => [address, false] as const),
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  test('connects to no address of this machine, not even by name', async () => {
    const push = { headers: {}, body: new Uint8Array(1) };
    const transport = { timeoutMs: 5_000, testOrigin: null };
    const { signal } = new AbortController();
    const before = service.received.length;
    expect(await sendPush({ ...push, endpoint: `${service.origin}/x` }, transport, signal)).toEqual({
      kind: 'refused',
    });
    // RFC 6761: such names resolve to this machine or not at all
    expect(await sendPush({ ...push, endpoint: 'https://push.localhost/x' }, transport, signal)).toEqual({
      kind: 'later',
      afterSeconds: null,
    });
    expect(service.received).toHaveLength(before);
  });
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://localhost/x', false],
  ['https://intranet/x', false],
  ['https://127.0.0.1/x', false],
  ['https://0x7f.1/x', false],
  ['https://[::1]/x', false],
  ['https://example.com:8443/x', false],
  ['https://a:b@example.com/x', false],
  ['ftp://example.com/x', false],
  ['', false],
])('%s as an endpoint: %s', (endpoint, isOne) => {
  expect(isPushEndpoint(endpoint)).toBe(isOne);
});

test.each([
  [undefined, null],
  ['120', 120],
  ['0', 0],
  ['Tue, 24 Nov 2026 12:00:30 GMT', 30],
  ['Tue, 24 Nov 2026 11:59:00 GMT', 0],
  ['Tue, 24 Xxx 2026 12:00:30 GMT', null],
  ['-5', null],
  ['soon', null],
])('a service that says Retry-After: %s is asked again after %s seconds', (header, seconds) => {
  expect(retryAfter(header, Date.parse('2026-11-24T12:00:00.000Z'))).toBe(seconds);
});
