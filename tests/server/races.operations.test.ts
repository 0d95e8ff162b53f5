import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { OperationStatus } from '../../src/domain/operations/schema.ts';
import { lockWorksite } from '../../src/server/worksites/queries.ts';
import type { Answer } from '../support/calls.ts';
import { countWaiting, whileHeld } from '../support/locks.ts';
import type { SignedInCaller } from '../support/server.ts';
import { awaiting } from '../support/swaps.ts';
import { startRaces } from './races.ts';

// Operation codes, on two server processes.
const { first, second, race } = await startRaces();
const { database } = first;
const ceo = await first.signInCeo();

async function team() {
  const giulia = await first.signIn();
  const { worksiteId } = giulia;
  const anna = await first.signIn({ worksiteId, mayReviewCodes: true, firstName: 'Anna' });
  const ugo = await first.signIn({ worksiteId, mayReviewCodes: true, firstName: 'Ugo' });
  return { giulia, anna, ugo };
}

/** A team with one of Giulia's codes, already reviewed by Anna if a status is given. */
async function withCode(status?: OperationStatus) {
  const people = await team();
  const id = await people.giulia.enteredCode();
  if (status) await people.anna.reviewCode(id, status);
  return { ...people, id };
}

/** Statuses with reviewers, notifications, and audited verdicts of a person's codes. */
const traceOf = ({ id: userId }: SignedInCaller) =>
  database.one<{ states: string[]; news: number; verdicts: number }>(sql`
    select array(select o.status || ' ' || coalesce(o.reviewed_by::text, '') from operation_codes o
        where o.user_id = ${userId} order by o.code) as states,
      (select count(*) from notifications n where n.user_id = ${userId}) as news,
      (select count(*) from audit_log a where a.after ->> 'userId' = ${userId}::text
        and a.action in ('operation_approved', 'operation_rejected')) as verdicts`);

for (const [what, verdict] of [
  ['the same', 'approved'],
  ['another', 'rejected'],
] as const) {
  race(
    `two reviewers give ${what} verdict: one wins, the other is told who did`,
    async () => ({ ...(await withCode()), refusals: new Set<string | undefined>() }),
    {
      calls: [
        async ({ anna, id, refusals }) => {
          const answer = await anna.reviewCode(id, 'approved');
          refusals.add(answer.refusal.message);
          return answer;
        },
        async ({ ugo, id, refusals }) => {
          const answer = await ugo.reviewCode(id, verdict);
          refusals.add(answer.refusal.message);
          return answer;
        },
      ],
      allowed: ['200 / 409 operation_already_reviewed', '409 operation_already_reviewed / 200'],
      conserves: false,
      after: async ({ giulia, refusals }, [ofAnna]) => {
        const winner = ofAnna === '200' ? 'Anna' : 'Ugo';
        const text = new RegExp(`^${winner} .* ha già (approvato|rifiutato) questo codice\\.$`);
        expect([...refusals].filter(Boolean)).toEqual([expect.stringMatching(text)]);
        expect(await traceOf(giulia)).toMatchObject({ news: 1, verdicts: 1 });
      },
    },
  );
}

const decide = async (person: SignedInCaller, ids: string[], status: 'approved' | 'rejected') => {
  const answer = await person.call('POST /api/operations/review', { body: { ids, status } });
  expect(answer.body.reviewed.length + answer.body.refused.length).toBe(5);
  return answer;
};
race(
  'two reviewers decide on overlapping codes in reverse order: each code is decided once',
  async () => {
    const people = await team();
    const ids: string[] = [];
    for (const code of ['OP1', 'OP2', 'OP3', 'OP4', 'OP5', 'OP6'])
      ids.push(await people.giulia.enteredCode({ code }));
    return { ...people, ids };
  },
  {
    calls: [
      ({ anna, ids }) => decide(anna, ids.slice(0, 5), 'approved'),
      ({ ugo, ids }) => decide(ugo, ids.toReversed().slice(0, 5), 'rejected'),
    ],
    allowed: ['200 / 200'],
    conserves: false,
    after: async ({ giulia, anna, ugo }) => {
      const { states, verdicts } = await traceOf(giulia);
      expect(verdicts).toBe(6);
      for (const state of states) expect([`approved ${anna.id}`, `rejected ${ugo.id}`]).toContain(state);
    },
  },
);

race('a code is deleted and approved: one of the two', () => withCode(), {
  calls: [
    ({ giulia, id }) => giulia.call('DELETE /api/operations/:id', { params: { id } }),
    ({ ugo, id }) => ugo.reviewCode(id, 'approved'),
  ],
  allowed: ['409 operation_processed / 200', '204 / 404 not_found'],
  conserves: false,
  after: async ({ giulia, ugo }, [deleted]) => {
    const approved = { states: [`approved ${ugo.id}`], news: 1, verdicts: 1 };
    const nothing = { states: [], news: 0, verdicts: 0 };
    expect(await traceOf(giulia)).toEqual(deleted === '204' ? nothing : approved);
  },
});

const withCodeOf = async (status: OperationStatus) => ({ ...(await withCode(status)), ceo });
race(
  'a code is put back to pending and decided on: the two run in either order',
  () => withCodeOf('approved'),
  {
    calls: [
      ({ ceo: chief, id }) => chief.reviewCode(id, 'pending'),
      ({ ugo, id }) => ugo.reviewCode(id, 'rejected'),
    ],
    allowed: ['200 / 200', '200 / 409 operation_already_reviewed'],
    conserves: false,
    after: async ({ giulia, ugo }, [, rejected]) => {
      const both = { states: [`rejected ${ugo.id}`], news: 3, verdicts: 2 };
      const back = { states: ['pending '], news: 2, verdicts: 1 };
      expect(await traceOf(giulia)).toEqual(rejected === '200' ? both : back);
    },
  },
);

race('a rejected code is put back and entered again: it waits once', () => withCodeOf('rejected'), {
  calls: [({ ceo: chief, id }) => chief.reviewCode(id, 'pending'), ({ giulia }) => giulia.enterCode()],
  allowed: ['200 / 409 operation_duplicate', '409 operation_entered_again / 201'],
  conserves: false,
  after: async ({ giulia }) => {
    const { states } = await traceOf(giulia);
    expect(states.filter((state) => state.startsWith('pending'))).toHaveLength(1);
  },
});

race('a double tap on a new code enters it once', team, {
  calls: [({ giulia }) => giulia.enterCode(), ({ giulia }) => giulia.enterCode()],
  allowed: ['201 / 409 operation_duplicate', '409 operation_duplicate / 201'],
  conserves: false,
  after: async ({ giulia }) => expect((await traceOf(giulia)).states).toEqual(['pending ']),
});

for (const [who, name] of [
  ['the author', 'giulia'],
  ['a reviewer', 'anna'],
] as const) {
  race(`somebody is deactivated (${who}) while a code is reviewed: no deadlock`, () => withCode(), {
    calls: [({ ugo, id }) => ugo.reviewCode(id, 'approved'), (given) => ceo.setActive(given[name].id, false)],
    allowed: ['200 / 204'],
    conserves: false,
  });
}

test('a person deactivated while their new code waits for a lock enters none', async () => {
  const { giulia } = await team();
  const answer = await whileHeld(
    second.context.database,
    (tx) => tx.run(sql`select id from users where id = ${giulia.id} for update`),
    () => giulia.enterCode(),
    (tx) => tx.run(sql`update users set is_active = false where id = ${giulia.id}`),
  );
  expect(answer.outcome).toBe('401 not_signed_in');
  expect((await traceOf(giulia)).states).toEqual([]);
});

describe('two calls of one person queue for the worksite’s lock without a deadlock', () => {
  async function together(worksiteId: string, calls: (() => Promise<Answer<unknown>>)[]): Promise<string[]> {
    const begun: Promise<Answer<unknown>>[] = [];
    await whileHeld(
      second.context.database,
      (tx) => lockWorksite(tx, worksiteId),
      async () => undefined,
      async (tx) => {
        for (const call of calls) {
          begun.push(call());
          await expect.poll(() => countWaiting(tx), { interval: 5 }).toBe(begun.length);
        }
      },
    );
    return (await Promise.all(begun)).map(({ outcome }) => outcome);
  }

  test('recording a shift and reviewing a code', async () => {
    const { giulia, anna, id } = await withCode();
    const body = { date: '2026-11-27', workLocation: 'libero' } as const;
    const outcomes = await together(giulia.worksiteId, [
      () => anna.call('POST /api/shifts', { body }),
      () => anna.reviewCode(id, 'approved'),
    ]);
    expect(outcomes).toEqual(['201', '200']);
  });

  test('approving a swap and resetting a verdict', async () => {
    const { requestId, worksiteId, giulia } = await awaiting(first);
    const anna = await first.signIn({ worksiteId, mayReviewCodes: true });
    const id = await giulia.enteredCode();
    await anna.reviewCode(id, 'approved');
    const outcomes = await together(worksiteId, [
      () => ceo.approve(requestId),
      () => ceo.reviewCode(id, 'pending'),
    ]);
    expect(outcomes).toEqual(['200', '200']);
  });
});
