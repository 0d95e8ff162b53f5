import { beforeEach, expect, test, vi } from 'vitest';
import { createOperation, deleteOperation, reopenOperation, reviewOperations } from './actions.ts';

let calls: { name: string; body: unknown }[] = [];
let answer = (): Response => Response.json({ id: 'o1' });
beforeEach(() => {
  calls = [];
  answer = () => Response.json({ id: 'o1' });
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
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
