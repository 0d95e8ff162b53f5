import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { newsTest } from '../../../tests/support/news.ts';

const { smtp, server, tell, later, texts, clickOnce, mailed } = await newsTest();
const { database } = server;

test('mails of a subject are switched off and on again in the profile, only by their person', async () => {
  const reader = await server.signIn();
  expect(await reader.ask('GET /api/mail-preferences')).toEqual({ subjectsOff: [], isReady: true });
  await reader.ask('PUT /api/mail-preferences', { body: { subjectsOff: ['outcomes', 'offers'] } });
  expect(await reader.ask('GET /api/mail-preferences')).toMatchObject({
    subjectsOff: ['offers', 'outcomes'],
  });
  await tell(reader);
  await later(15);
  expect(smtp.mails).toEqual([]);
  await reader.ask('PUT /api/mail-preferences', { body: { subjectsOff: ['offers'] } });
  await tell(reader);
  await later(15);
  expect(smtp.mails).toHaveLength(1);
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'one click in the mail program unsubscribes from a subject, sent as %s',
  async (form) => {
    const other = await server.signIn();
    const { reader, address } = await mailed();
    expect(texts()[0]).toContain(address);
    expect((await clickOnce(address, form)).statusCode).toBe(200);
    expect((await clickOnce(address, form)).json()).toEqual({ subjects: ['outcomes'], isOff: true });
    expect(await reader.ask('GET /api/mail-preferences')).toMatchObject({ subjectsOff: ['outcomes'] });
    expect(await other.ask('GET /api/mail-preferences')).toMatchObject({ subjectsOff: [] });
    await tell(reader);
    await later(15);
    expect(smtp.mails).toHaveLength(1);
  },
);

test('opening the link in a browser does not unsubscribe: it leads to a page that asks', async () => {
  const { reader, token } = await mailed();
  const path = `/api/unsubscribe?token=${token}`;
  const led = await server.app.inject({ url: path, headers: { accept: 'text/html,*/*' } });
  expect([led.statusCode, led.headers.location]).toEqual([302, `/disiscrizione?token=${token}`]);
  expect(await server.nobody.ask('GET /api/unsubscribe', { query: { token } })).toEqual({
    subjects: ['outcomes'],
    isOff: false,
  });
  expect(await reader.ask('GET /api/mail-preferences')).toMatchObject({ subjectsOff: [] });
  await server.nobody.ask('POST /api/unsubscribe', { query: { token } });
  expect(await server.nobody.ask('GET /api/unsubscribe', { query: { token } })).toMatchObject({
    isOff: true,
  });
});

test('the holder of the link unsubscribes; a changed link, or one of a deleted account, does nothing', async () => {
  const { reader, token } = await mailed();
  const changed = `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`;
  for (const query of [{ token: changed }, { token: 'x' }, { token: 'x'.repeat(600) }]) {
    expect(await server.nobody.statusOf('POST /api/unsubscribe', { query })).toBe(404);
    expect(await server.nobody.statusOf('GET /api/unsubscribe', { query })).toBe(404);
  }
  expect(await server.nobody.statusOf('POST /api/unsubscribe', { query: { token: '' } })).toBe(400);
  await database.run(sql`update users set anonymised_at = now(), is_active = false where id = ${reader.id}`);
  expect(await server.nobody.statusOf('POST /api/unsubscribe', { query: { token } })).toBe(404);
});
