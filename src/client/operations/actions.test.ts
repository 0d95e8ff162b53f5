import { beforeEach, expect, test, vi } from 'vitest';
import type { Operation } from '../../domain/operations/schema.ts';
import {
  createOperation,
  deleteOperation,
  reopenOperation,
  reviewOperations,
  withoutCode,
  withVerdict,
} from './actions.ts';

let calls: { name: string; body: unknown }[] = [];
let keptAlive: (boolean | undefined)[] = [];
let answer = (): Response => Response.json({ id: 'o1' });
beforeEach(() => {
  calls = [];
  keptAlive = [];
  answer = () => Response.json({ id: 'o1' });
  vi.stubGlobal('fetch', async (path: string, { method, body, keepalive }: RequestInit) => {
    keptAlive.push(keepalive);
    calls.push({
      name: `${method} ${path}`,
      body: body === undefined ? undefined : JSON.parse(body as string),
    });
    return answer();
  });
});

const verdict = { status: 'rejected', reason: 'no' } as const;
test.each<[string, () => Promise<unknown>, body?: object]>([
  ['POST /api/operations', () => createOperation({ code: 'x' } as never), { code: 'x' }],
  ['PATCH /api/operations/o1', () => reopenOperation('o1'), { status: 'pending' }],
  ['PATCH /api/operations/o1', () => reviewOperations({ ids: ['o1'], ...verdict }), verdict],
  [
    'POST /api/operations/review',
    () => reviewOperations({ ids: ['o1', 'o2'], ...verdict }),
    { ids: ['o1', 'o2'], ...verdict },
  ],
  ['POST /api/operations/review', () => reviewOperations({ ids: [], ...verdict }), { ids: [], ...verdict }],
  ['DELETE /api/operations/o1', () => deleteOperation('o1', false)],
  ['DELETE /api/ceo/operations/o1', () => deleteOperation('o1', true)],
])('%s is called with its body', async (name, send, body) => {
  await send();
  expect(calls).toEqual([{ name, body }]);
});

test('verdicts are sent to the end although the page is left', async () => {
  for (const ids of [['o1'], ['o1', 'o2']]) await reviewOperations({ ids, ...verdict });
  expect(keptAlive).toEqual([true, true]);
});

test('a verdict on one code is told as one on several', async () => {
  expect(await reviewOperations({ ids: ['o1'], ...verdict })).toEqual({
    reviewed: [{ id: 'o1' }],
    refused: [],
  });
});

test('a code that is gone already is as good as deleted, any other refusal is told', async () => {
  answer = () => Response.json({ message: 'x', code: 'not_found' }, { status: 404 });
  await expect(deleteOperation('o1', false)).resolves.toBeUndefined();
  answer = () => Response.json({ message: 'x', code: 'forbidden' }, { status: 403 });
  await expect(deleteOperation('o1', false)).rejects.toMatchObject({ code: 'forbidden' });
});

test('a list without a code counts one less of its type, on every page; one that does not hold it stays', () => {
  const code = (id: string) => ({ id, type: 'OPP' }) as Operation;
  const page = (...ids: string[]) => ({ operations: ids.map(code), counts: { OPP: 3, Case: 2 } });
  const list = { pages: [page('a', 'b'), page('c')], pageParams: ['', 'next'] };
  const counts = { OPP: 2, Case: 2 };
  expect(withoutCode(code('b'))(list)).toEqual({
    pages: [
      { operations: [code('a')], counts },
      { operations: [code('c')], counts },
    ],
    pageParams: ['', 'next'],
  });
  expect(withoutCode(code('z'))(list)).toBe(list);
});

test('a list in which a code is decided on shows the verdict; what is decided already stays as it is', () => {
  const pending = { id: 'a', status: 'pending', canReview: true, canDelete: true, rejectionReason: null };
  const approved = { ...pending, id: 'b', status: 'approved' };
  const list = { pages: [{ operations: [pending, approved], counts: { OPP: 2 } }] };
  expect(withVerdict(['a', 'b'], verdict)(list)).toEqual({
    pages: [
      {
        operations: [
          { ...pending, status: 'rejected', canReview: false, canDelete: false, rejectionReason: 'no' },
          approved,
        ],
        counts: { OPP: 2 },
      },
    ],
  });
  expect(withVerdict(['z'], verdict)(list)).toBe(list);
});
