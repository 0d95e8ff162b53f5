import { afterAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import {
  confirm,
  early,
  late,
  notificationTypesOf,
  offer,
  pair,
  publish,
  publishedId,
  signInOnDuty,
} from '../../../tests/support/swaps.ts';

// What a toast says of notices and mails is the server's to know.

const server = await startTestServer();
const withMail = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
afterAll(async () => {
  await withMail.close();
  await server.close();
});

describe('a published request', () => {
  test.each([0, 1, 3])('a published request says that %i colleagues were notified', async (count) => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const told = await Promise.all(
      Array.from({ length: count }, () => signInOnDuty(server, late, { worksiteId })),
    );
    // one who has nothing to give, one with the same shift, one of another role
    const others = [
      await server.signIn({ worksiteId }),
      await signInOnDuty(server, early, { worksiteId }),
      await signInOnDuty(server, late, { worksiteId, role: 'team_leader' }),
    ];
    expect(await publish(giulia, giulia.shiftId)).toMatchObject({ status: 201, body: { toldCount: count } });
    for (const person of told) expect(await notificationTypesOf(person)).toEqual(['new_exchange_request']);
    for (const person of others) expect(await notificationTypesOf(person)).toEqual([]);
  });

  test('a published request says the same when the call is repeated: nobody is notified twice', async () => {
    const { giulia, marco } = await pair(server);
    for (let time = 0; time < 2; time += 1) {
      expect((await publish(giulia, giulia.shiftId)).body).toMatchObject({ toldCount: 1 });
    }
    expect(await notificationTypesOf(marco)).toEqual(['new_exchange_request']);
  });
});

async function confirmed(at: TestServer): Promise<unknown> {
  const giulia = await signInOnDuty(at, early);
  const marco = await signInOnDuty(at, late, { worksiteId: giulia.worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  await offer(marco, requestId);
  return (await confirm(giulia, requestId, marco.id)).body;
}

describe('a confirmed swap says whether its mails can leave', () => {
  test('a confirmed swap says that its mails wait while no account is set', async () => {
    expect(await confirmed(server)).toMatchObject({ request: { status: 'completata' }, canSendMails: false });
  });

  test('a confirmed swap says that its mails can be sent as soon as an account is set', async () => {
    expect(await confirmed(withMail)).toMatchObject({
      request: { status: 'completata' },
      canSendMails: true,
    });
  });
});
