import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { setActive } from '../../../tests/support/accounts.ts';
import { approve, awaiting } from '../../../tests/support/approvals.ts';
import { callerOf, outcomeOf } from '../../../tests/support/caller.ts';
import { whileHeld } from '../../../tests/support/locks.ts';
import { type SignedInCaller, startTestServer } from '../../../tests/support/server.ts';
import type { OperationStatus } from '../../domain/operations/schema.ts';
import { lockWorksite } from '../worksites/queries.ts';

// Two server processes on PostgreSQL.
const first = await startTestServer();
const { database } = first;
const second = await startTestServer({ database: await database.connect() });
afterAll(async () => {
  await second.close();
  await first.close();
});
const rounds = 12;

/** A person whose calls go to the other server. */
const elsewhere = (person: SignedInCaller): SignedInCaller => ({
  ...person,
  ...callerOf(second.app, second.context.settings, person.token),
});

type Outcome = Parameters<typeof outcomeOf>[0];

async function team() {
  const giulia = await first.signIn();
  const { worksiteId } = giulia;
  const anna = await first.signIn({ worksiteId, mayReviewCodes: true, firstName: 'Anna' });
  const ugo = elsewhere(await first.signIn({ worksiteId, mayReviewCodes: true, firstName: 'Ugo' }));
  return { giulia, anna, ugo };
}

async function entered(person: SignedInCaller, code = 'OP1'): Promise<string> {
  const { body } = await person.call('POST /api/operations', { body: { type: 'OPP', code } });
  return body.id;
}

const review = (person: SignedInCaller, id: string, status: OperationStatus) =>
  person.call('PATCH /api/operations/:id', { params: { id }, body: { status } });

/** Statuses with their reviewers, notifications and records of a person's codes. */
const traceOf = (userId: string) =>
  database.one<{ states: string[]; news: number; verdicts: number }>(sql`
    select array(select o.status || ' ' || coalesce(o.reviewed_by::text, '') from operation_codes o
        where o.user_id = ${userId} order by o.code) as states,
      (select count(*) from notifications n where n.user_id = ${userId}) as news,
      (select count(*) from audit_log a where a.after ->> 'userId' = ${userId}::text
        and a.action in ('operation_approved', 'operation_rejected')) as verdicts`);

async function repeat(race: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await race(round);
}

describe('at the same moment', () => {
  test('two reviewers decide: one wins, the other reads who did', async () => {
    await repeat(async (round) => {
      const { giulia, anna, ugo } = await team();
      const id = await entered(giulia);
      // both say the same in every second round: that is not a repetition of one's own verdict either
      const calls = [
        () => review(anna, id, 'approved'),
        () => review(ugo, id, round % 2 === 0 ? 'rejected' : 'approved'),
      ];
      const answers = await Promise.all((round % 4 < 2 ? calls : calls.toReversed()).map((call) => call()));
      expect(answers.map(outcomeOf).toSorted()).toEqual(['200', '409 operation_already_reviewed']);
      const winner = answers.find(({ status }) => status === 200)!.body;
      const loser = answers.find(({ status }) => status === 409)!.refusal;
      expect(loser.message).toMatch(
        new RegExp(`^${winner.reviewedBy!.firstName} .* ha già (approvato|rifiutato) questo codice\\.$`),
      );
      expect(await traceOf(giulia.id)).toMatchObject({ news: 1, verdicts: 1 });
    });
  });

  test('two reviewers decide on the same several, in turned order: each code by one of them', async () => {
    await repeat(async () => {
      const { giulia, anna, ugo } = await team();
      const ids: string[] = [];
      for (const code of ['OP1', 'OP2', 'OP3', 'OP4', 'OP5', 'OP6']) ids.push(await entered(giulia, code));
      const answers = await Promise.all([
        anna.call('POST /api/operations/review', { body: { ids: ids.slice(0, 5), status: 'approved' } }),
        ugo.call('POST /api/operations/review', {
          body: { ids: ids.toReversed().slice(0, 5), status: 'rejected' },
        }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [ofAnna, ofUgo] = answers.map(({ body }) => body.reviewed.map(({ id }) => id));
      expect([...ofAnna!, ...ofUgo!].toSorted()).toEqual(ids.toSorted());
      for (const { body } of answers) {
        expect(body.reviewed.length + body.refused.length).toBe(5);
        expect(body.refused.every(({ code }) => code === 'operation_already_reviewed')).toBe(true);
      }
      expect((await traceOf(giulia.id)).verdicts).toBe(6);
    });
  });

  test('a code is deleted and approved: gone or approved, never both', async () => {
    await repeat(async (round) => {
      const { giulia, ugo } = await team();
      const id = await entered(giulia);
      const calls = [
        () => giulia.call('DELETE /api/operations/:id', { params: { id } }),
        () => review(ugo, id, 'approved'),
      ];
      const order = round % 2 === 0 ? calls : calls.toReversed();
      const answers = await Promise.all(order.map((call) => call()));
      const [deleted, approved] = (round % 2 === 0 ? answers : answers.toReversed()).map(outcomeOf);
      const trace = await traceOf(giulia.id);
      if (approved === '200') {
        expect(deleted).toBe('409 operation_processed');
        expect(trace).toEqual({ states: [`approved ${ugo.id}`], news: 1, verdicts: 1 });
      } else {
        expect([deleted, approved]).toEqual(['204', '404 not_found']);
        expect(trace).toEqual({ states: [], news: 0, verdicts: 0 });
      }
    });
  });

  test('a code is put back to pending and decided on: one after the other, in either order', async () => {
    const ceo = await first.signInCeo();
    await repeat(async (round) => {
      const { giulia, anna, ugo } = await team();
      const id = await entered(giulia);
      await review(anna, id, 'approved');
      const calls = [() => review(ceo, id, 'pending'), () => review(ugo, id, 'rejected')];
      const order = round % 2 === 0 ? calls : calls.toReversed();
      const answers = await Promise.all(order.map((call) => call()));
      const [back, rejected] = (round % 2 === 0 ? answers : answers.toReversed()).map(outcomeOf);
      expect(back).toBe('200');
      const trace = await traceOf(giulia.id);
      if (rejected === '200') {
        expect(trace).toEqual({ states: [`rejected ${ugo.id}`], news: 3, verdicts: 2 });
      } else {
        expect(rejected).toBe('409 operation_already_reviewed');
        expect(trace).toEqual({ states: ['pending '], news: 2, verdicts: 1 });
      }
    });
  });

  test('a rejected code is put back and entered again: it waits once', async () => {
    const ceo = await first.signInCeo();
    await repeat(async () => {
      const { giulia, anna } = await team();
      const id = await entered(giulia);
      await review(anna, id, 'rejected');
      const enter = elsewhere(giulia).call('POST /api/operations', { body: { type: 'OPP', code: 'OP1' } });
      const [back, again] = (await Promise.all([review(ceo, id, 'pending'), enter])).map(outcomeOf);
      expect(['200 409 operation_duplicate', '409 operation_entered_again 201']).toContain(
        `${back} ${again}`,
      );
      const { states } = await traceOf(giulia.id);
      expect(states.filter((state) => state.startsWith('pending'))).toHaveLength(1);
    });
  });

  test('the CEO puts a code back twice: its owner hears of it once', async () => {
    const ceo = await first.signInCeo();
    await repeat(async () => {
      const { giulia, anna } = await team();
      const id = await entered(giulia);
      await review(anna, id, 'approved');
      const answers = await Promise.all([review(ceo, id, 'pending'), review(elsewhere(ceo), id, 'pending')]);
      expect(answers.map(outcomeOf)).toEqual(['200', '200']);
      expect(await traceOf(giulia.id)).toEqual({ states: ['pending '], news: 2, verdicts: 1 });
    });
  });

  test('a double tap on a new code enters it once', async () => {
    await repeat(async () => {
      const { giulia } = await team();
      const enter = (person: SignedInCaller) =>
        person.call('POST /api/operations', { body: { type: 'OPP', code: 'OP9' } });
      const answers = await Promise.all([enter(giulia), enter(elsewhere(giulia)), enter(giulia)]);
      expect(answers.map(outcomeOf).toSorted()).toEqual([
        '201',
        '409 operation_duplicate',
        '409 operation_duplicate',
      ]);
      expect((await traceOf(giulia.id)).states).toEqual(['pending ']);
    });
  });

  test('a double tap on approve decides once and answers the same', async () => {
    await repeat(async () => {
      const { giulia, anna } = await team();
      const id = await entered(giulia);
      const answers = await Promise.all([
        review(anna, id, 'approved'),
        review(elsewhere(anna), id, 'approved'),
      ]);
      expect(answers.map(outcomeOf)).toEqual(['200', '200']);
      expect(answers[0]?.body).toEqual(answers[1]?.body);
      expect(await traceOf(giulia.id)).toMatchObject({ news: 1, verdicts: 1 });
    });
  });

  test('somebody is deactivated while a code is decided on: no deadlock', async () => {
    await repeat(async (round) => {
      const { giulia, anna, ugo } = await team();
      const ceo = await first.signInCeo();
      const id = await entered(giulia);
      const answers = await Promise.all([
        review(ugo, id, 'approved'),
        setActive(ceo, round % 2 === 0 ? giulia.id : anna.id, false),
      ]);
      expect(answers.map(outcomeOf)).toEqual(['200', '204']);
    });
  });
});

test('whoever is shut out while a code of theirs waits enters none', async () => {
  const { giulia } = await team();
  const other = second.context.database;
  const answer = await whileHeld(
    other,
    (tx) => tx.run(sql`select id from users where id = ${giulia.id} for update`),
    () => giulia.call('POST /api/operations', { body: { type: 'OPP', code: 'OP9' } }),
    (tx) => tx.run(sql`update users set is_active = false where id = ${giulia.id}`),
  );
  expect(outcomeOf(answer)).toBe('401 not_signed_in');
  expect(await database.many(sql`select id from operation_codes where user_id = ${giulia.id}`)).toEqual([]);
});

describe('who decides on a code and does something else in the worksite waits, and stops nobody', () => {
  /** Both calls wait for the worksite, the one behind the other, before either goes on. */
  async function together(
    worksiteId: string,
    one: () => Promise<Outcome>,
    other: () => Promise<Outcome>,
  ): Promise<string[]> {
    const under: Promise<Outcome>[] = [];
    await whileHeld(
      second.context.database,
      (tx) => lockWorksite(tx, worksiteId),
      async () => void under.push(one()),
      async (tx) => {
        const waiting = async (): Promise<number> =>
          (await tx.one<{ count: number }>(sql`select count(*) from pg_locks where not granted`)).count;
        await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBeGreaterThan(0);
        under.push(other());
        await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBeGreaterThan(1);
      },
    );
    return (await Promise.all(under)).map(outcomeOf);
  }

  test('a reviewer who records a shift', async () => {
    const { giulia, anna } = await team();
    const id = await entered(giulia);
    const body = { date: '2026-11-27', workLocation: 'libero' };
    const outcomes = await together(
      giulia.worksiteId,
      () => anna.callUntyped('POST /api/shifts', { body }),
      () => anna.callUntyped('PATCH /api/operations/:id', { params: { id }, body: { status: 'approved' } }),
    );
    expect(outcomes).toEqual(['201', '200']);
  });

  test('a CEO who takes a verdict back and approves a swap', async () => {
    const ceo = await first.signInCeo();
    const { requestId, worksiteId, giulia } = await awaiting(first);
    const anna = await first.signIn({ worksiteId, mayReviewCodes: true });
    const { id } = await giulia.ask('POST /api/operations', { body: { type: 'OPP', code: 'OP2' } });
    await review(anna, id, 'approved');
    const outcomes = await together(
      worksiteId,
      () => approve(ceo, requestId),
      () => ceo.callUntyped('PATCH /api/operations/:id', { params: { id }, body: { status: 'pending' } }),
    );
    expect(outcomes).toEqual(['200', '200']);
  });
});
