import sql from 'sql-template-tag';
import { afterAll, afterEach, expect, test } from 'vitest';
import { buildWorksite } from '../../db/builders.ts';
import { settleVariants } from '../../src/server/worksites/queries.ts';
import { type Product, startProduct } from '../../tools/product.ts';
import { changeWorksite } from '../support/accounts.ts';
import { startTestServer, testTaxiAccessCode } from '../support/server.ts';

// Several servers decide at once what the worksites of an earlier version are.

const server = await startTestServer();
const { context, database } = server;
const second = await database.connect();
const ceo = await server.signInCeo();
afterAll(async () => {
  await second.close();
  await server.close();
});

let processes: Product[] = [];
afterEach(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await Promise.all(processes.map(({ exited }) => exited));
  processes = [];
});

async function worksitesFromBefore(): Promise<{ taxi: string; standard: string }> {
  const { id: taxi } = await buildWorksite(context, { accessCode: testTaxiAccessCode });
  const { id: standard } = await buildWorksite(context);
  await database.run(sql`update worksites set variant = null where id in (${taxi}, ${standard})`);
  return { taxi, standard };
}

const storedOf = async (id: string) =>
  (await database.one<{ variant: string | null }>(sql`select variant from worksites where id = ${id}`))
    .variant;

test('the code is changed while a server decides: it is a taxi worksite whoever comes first', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { taxi } = await worksitesFromBefore();
    const change = () => changeWorksite(ceo, taxi, { accessCode: `NUOVO-${round}` });
    const settle = () => settleVariants(second, testTaxiAccessCode);
    const [answer] =
      round % 2 === 0
        ? await Promise.all([change(), settle()])
        : (await Promise.all([settle(), change()])).toReversed();
    expect(answer).toMatchObject({ status: 200, body: { variant: 'taxi' } });
    expect(await storedOf(taxi)).toBe('taxi');
  }
});

test('whoever waited for the row leaves it as the first one stored it', async () => {
  const { taxi } = await worksitesFromBefore();
  let waiting: Promise<number> = Promise.resolve(-1);
  await database.transaction(async (tx) => {
    await settleVariants(tx, testTaxiAccessCode);
    waiting = settleVariants(second, 'UN-ALTRO-CODICE');
    // the other one waits for the row: nothing else can be blocked in this database
    await expect
      .poll(async () => {
        const { blocked } = await tx.one<{ blocked: boolean }>(sql`
          select exists (select from pg_stat_activity where datname = current_database()
            and cardinality(pg_blocking_pids(pid)) > 0) as blocked`);
        return blocked;
      })
      .toBe(true);
  });
  expect(await waiting).toBe(0);
  expect(await storedOf(taxi)).toBe('taxi');
});

test('two processes that start together store it once; the next one, with another setting, changes nothing', async () => {
  const { taxi, standard } = await worksitesFromBefore();
  const start = (accessCode: string): Promise<string> => {
    const started = startProduct({
      DATABASE_URL: database.databaseUrl,
      APP_SECRET: 'a'.repeat(32),
      TAXI_ACCESS_CODE: accessCode,
    });
    processes.push(started);
    return started.url;
  };
  await Promise.all([start(testTaxiAccessCode), start(testTaxiAccessCode)]);
  expect([await storedOf(taxi), await storedOf(standard)]).toEqual(['taxi', 'standard']);
  await start('UN-ALTRO-CODICE');
  expect([await storedOf(taxi), await storedOf(standard)]).toEqual(['taxi', 'standard']);
});
