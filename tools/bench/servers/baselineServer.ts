import { verify } from '@node-rs/argon2';
import Fastify, { type FastifyRequest } from 'fastify';
import { tokenHashOf } from '../data/world.ts';
import { type BaselineDatabase, openPglite, openPostgres, type Query } from './baselineDatabase.ts';
import * as baselineSql from './baselineSql.ts';

// The smallest honest server for the same answers: bare Fastify without validation, logging, limits or headers of its
// own, a lookup of the session and one indexed query. What the product adds is measured against it.
// Started with PORT and DATABASE_URL or DATABASE_FOLDER.

const { PORT = '0', DATABASE_URL, DATABASE_FOLDER = '' } = process.env;
const database: BaselineDatabase = DATABASE_URL
  ? openPostgres(DATABASE_URL)
  : await openPglite(DATABASE_FOLDER);
const app = Fastify();

const tokenHash = (request: FastifyRequest): Buffer =>
  tokenHashOf(request.headers.cookie?.split('=', 2)[1] ?? '');

async function userOf(request: FastifyRequest, query: Query = database.query): Promise<string> {
  const [session] = await query(baselineSql.session, [tokenHash(request)]);
  if (!session) throw new Error('no session');
  return session['userId'] as string;
}

const spanOf = ({ query }: FastifyRequest) => {
  const { from, to } = query as { from: string; to: string };
  return [from, to];
};

app.get('/', async () => 'ok');
app.get('/month', async (request) =>
  database.query(baselineSql.month, [await userOf(request), ...spanOf(request)]),
);
for (const [tab, statement] of Object.entries(baselineSql.tabs)) {
  app.get(`/tab/${tab}`, async (request) => database.query(statement, [await userOf(request)]));
}
app.get('/notifications', async (request) =>
  database.query(baselineSql.notifications, [await userOf(request)]),
);
app.get('/completed', async (request) => database.query(baselineSql.completed, [await userOf(request)]));
app.get('/user', async (request) => ({ id: await userOf(request) }));

app.post('/shift', async (request) => {
  const { day } = request.body as { day: string };
  const userId = await userOf(request);
  return database.transaction(async (query) => {
    await query(baselineSql.lockWorksite, [userId]);
    return query(baselineSql.insertShift, [userId, day]);
  });
});
app.post('/swap', async (request) => {
  const { shiftIds } = request.body as { shiftIds: [string, string] };
  await userOf(request);
  return database.transaction(async (query) => {
    await query(baselineSql.lockTwo, shiftIds);
    return query(baselineSql.updateTwo, shiftIds);
  });
});
app.post('/hash', async (request) => {
  const { hash, password } = request.body as { hash: string; password: string };
  return { isRight: await verify(hash, password) };
});

process.once(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => database.close())
      .then(() => process.exit(0)),
);
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
