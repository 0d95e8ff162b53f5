import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../../../tests/support/calls.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { startTestServer } from '../../../../tests/support/server.ts';
import { errorCodes } from '../../../domain/errors/messages.it.ts';
import { refuse } from '../../../domain/errors/refusal.ts';
import { DatabaseError, sqlState } from '../database/errors.ts';
import type { App } from '../http/app.ts';
import { refusalOfConstraint } from './handler.ts';
import { RefusalError } from './refusalError.ts';
import { statusOf } from './statuses.ts';

const database = await testDatabase();

test.each(Object.keys(refusalOfConstraint))('a constraint that commands rely on exists: %s', async (name) => {
  const found = await database.many(sql`
    select conname from pg_constraint where conname = ${name}
    union all select indexname from pg_indexes where indexname = ${name}`);
  expect(found).not.toEqual([]);
});

test('every refusal has a 4xx status, except three of our own', () => {
  const statuses = errorCodes.map((code) => [code, statusOf(code)] as const);
  const ours = statuses.filter(([, status]) => status < 400 || status > 499);
  expect(ours).toEqual([
    ['overloaded', 503],
    ['unavailable', 503],
    ['internal', 500],
  ]);
});

describe('errors thrown by a handler', () => {
  const server = startTestServer({ database, prepare: addThrowingRoute });
  afterAll(async () => (await server).close());
  let thrown: unknown;

  function addThrowingRoute(app: App): void {
    app.get('/prova', async () => {
      throw thrown;
    });
  }

  async function answerTo(error: unknown): Promise<Answer<unknown>> {
    thrown = error;
    const { nobody, takeErrors } = await server;
    const answer = await nobody.callUntyped('GET /prova');
    takeErrors();
    return answer;
  }

  test.each([
    ['has no free connection', sqlState.tooManyConnections, 'overloaded'],
    ['went away', sqlState.connectionFailure, 'unavailable'],
    ['is being stopped', sqlState.adminShutdown, 'unavailable'],
    ['is starting', '57P03', 'unavailable'],
    ['has no space left', '53100', 'unavailable'],
    ['cannot read or write its files', '58030', 'unavailable'],
  ])('is a database that %s: 503, and when to come back', async (_what, code, refusal) => {
    const answer = await answerTo(new DatabaseError({ code, message: 'at segreta.example' }));
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.refusal.code).toBe(refusal);
    expect(answer.text).not.toContain('segreta');
  });

  test('a thrown refusal is answered with its status, message, code, fields and more', async () => {
    const details = { fields: { date: 'Occupata' }, extra: { requiresConfirmation: true } };
    const answer = await answerTo(new RefusalError(refuse('shift_day_taken'), details));
    expect(answer.status).toBe(409);
    // only temporary conditions are worth a retry
    expect(answer.headers['retry-after']).toBeUndefined();
    expect(answer.body).toEqual({
      message: 'Hai già un turno in questa data',
      code: 'shift_day_taken',
      fields: { date: 'Occupata' },
      requiresConfirmation: true,
    });
  });

  test.each([
    ['an error with secrets in it', new Error('password segreta di giulia@example.it')],
    ['an error that claims a status of the 500s', Object.assign(new Error('segreta'), { statusCode: 502 })],
    ['a text', 'segreta'],
  ])('is %s: a 500 without details', async (_what, error) => {
    const answer = await answerTo(error);
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ code: 'internal' });
    expect(answer.text).not.toContain('segreta');
  });
});
