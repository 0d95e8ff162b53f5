import { describe, expect, test } from 'vitest';
import { DatabaseError } from './database/errors.ts';
import { createLog } from './log.ts';

function collect(level: 'info' | 'silent' = 'info'): { log: ReturnType<typeof createLog>; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog({ logLevel: level }, { write: (line) => void lines.push(line) }), lines };
}

describe('the log', () => {
  test('the log is one JSON object a line, without process or host', () => {
    const { log, lines } = collect();
    log.info({ route: '/api/shifts' }, 'call');
    expect(lines).toHaveLength(1);
    expect(Object.keys(JSON.parse(lines[0]!) as object).toSorted()).toEqual([
      'level',
      'msg',
      'route',
      'time',
    ]);
    expect(lines[0]).toMatch(/\}\n$/);
  });

  test('the log keeps to its level', () => {
    const { log, lines } = collect('silent');
    log.fatal('x');
    expect(lines).toEqual([]);
  });

  test('the log removes what should not have been passed to it', () => {
    const { log, lines } = collect();
    const secrets = { password: 'segreta', token: 'segreta', email: 'segreta@example.it', cookie: 'segreta' };
    log.info({ ...secrets, user: secrets, headers: { ...secrets, authorization: 'segreta' } }, 'call');
    expect(lines.join('')).not.toContain('segreta');
  });

  test('the log tells of an error its name, message, code and constraint, not the values of its statement', () => {
    const { log, lines } = collect();
    const err = new DatabaseError({
      message: 'duplicate key value violates unique constraint "users_one_email"',
      code: '23505',
      constraint: 'users_one_email',
      detail: 'Key (email)=(giulia@example.it) already exists.',
    });
    log.error({ err: Object.assign(err, { parameters: ['giulia@example.it'] }) }, 'unexpected error');
    expect(lines.join('')).not.toContain('giulia');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      err: { name: 'DatabaseError', code: '23505', constraint: 'users_one_email' },
    });
  });

  test('the log tells of what is no error only that', () => {
    const { log, lines } = collect();
    log.error({ err: 'segreta' }, 'x');
    expect(lines.join('')).not.toContain('segreta');
  });
});
