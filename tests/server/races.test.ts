import sql from 'sql-template-tag';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildDuty, buildShift, type UserDraft } from '../../db/builders.ts';
import { listDuties, listEntryCounts } from '../../db/invariants.ts';
import { addDays } from '../../src/domain/calendar/day.ts';
import type { Duty } from '../../src/domain/shifts/duty.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import { defaultRestRules } from '../../src/domain/worksites/schema.ts';
import type { Database, Queryable, Transaction } from '../../src/server/platform/database/database.ts';
import { changeWorksite, saveProfile, setActive } from '../support/accounts.ts';
import { setApproval } from '../support/approvals.ts';
import { type Answer, type Caller, callerOf, outcomeOf } from '../support/caller.ts';
import { type At, type Race, startRaces } from '../support/races.ts';
import { startTestServer, testNow } from '../support/server.ts';
import {
  changeShift,
  confirm,
  deleteShift,
  early,
  editRequest,
  entryOf,
  late,
  notificationTypesOf,
  offer,
  type OnDuty,
  preAccept,
  publish,
  publishedId,
  readCompleted,
  readRequest,
  reject,
  signInOnDuty,
  swap,
  swapDay,
  takeBack,
  withdraw,
} from '../support/swaps.ts';

const races = await startRaces();
const { first, second, elsewhere, expectRace, race, expectNothingBroken } = races;
const { database } = first;
afterAll(() => races.close());

/** Another shift as long as those. */
const between = buildDuty('sede', '09:00', '17:00');

const onDuty = (duty: Duty, draft: UserDraft = {}): Promise<OnDuty> => signInOnDuty(first, duty, draft);

const boundTo = (other: Database): Database => ({
  many: (statement) => other.many(statement),
  maybeOne: (statement) => other.maybeOne(statement),
  one: (statement) => other.one(statement),
  run: (statement) => other.run(statement),
  transaction: (work) => other.transaction(work),
  listen: (...listening) => other.listen(...listening),
  load: () => other.load(),
  close: () => other.close(),
});

/** Whether a statement waits for a lock. */
async function isSomebodyWaiting(queryable: Queryable): Promise<boolean> {
  const { isWaiting } = await queryable.one<{ isWaiting: boolean }>(sql`
    select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as "isWaiting"`);
  return isWaiting;
}

/** Giulia works early and has published; so many others work late. */
async function published(count = 1) {
  const giulia = await onDuty(early);
  const { worksiteId } = giulia;
  const colleagues: OnDuty[] = [];
  while (colleagues.length < count) colleagues.push(await onDuty(late, { worksiteId }));
  const requestId = await publishedId(giulia, giulia.shiftId);
  return { giulia, worksiteId, requestId, colleagues, marco: colleagues[0]! };
}

/** The same, and the others have pre-accepted. */
async function offered(count?: number) {
  const request = await published(count);
  for (const colleague of request.colleagues) await offer(colleague, request.requestId);
  return request;
}

describe('200 confirms at once', () => {
  test('200 confirms at once that compete for the duties of 20 people', async () => {
    const earlies: OnDuty[] = [];
    const lates: OnDuty[] = [];
    const { worksiteId } = await first.signIn();
    for (let index = 0; index < 10; index += 1) {
      earlies.push(await onDuty(early, { worksiteId }));
      lates.push(await onDuty(late, { worksiteId }));
    }
    // everybody offers their shift to everybody of the other half: 200 swaps are possible, 10 can happen
    const pairs: { requester: OnDuty; accepter: OnDuty; requestId: string }[] = [];
    for (const [ones, others] of [[earlies, lates] as const, [lates, earlies] as const]) {
      for (const requester of ones) {
        const requestId = await publishedId(requester, requester.shiftId);
        for (const accepter of others) {
          await offer(accepter, requestId);
          pairs.push({ requester, accepter, requestId });
        }
      }
    }
    expect(pairs).toHaveLength(200);
    const duties = await listDuties(database);
    const counts = await listEntryCounts(database);
    const answers = await Promise.all(
      pairs.map(({ requester, accepter, requestId }, index) =>
        confirm(index % 2 === 0 ? requester : elsewhere(requester), requestId, accepter.id),
      ),
    );
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(10);
    const losses = new Set(['409 exchange_closed', '409 exchange_offer_gone']);
    expect(outcomes.filter((outcome) => losses.has(outcome))).toHaveLength(190);
    await expectNothingBroken();
    expect(await listDuties(database)).toEqual(duties);
    expect(await listEntryCounts(database)).toEqual(counts);
    // each of the 20 swapped once: the halves have changed places
    for (const [people, duty] of [[earlies, late] as const, [lates, early] as const]) {
      for (const person of people) {
        expect(await entryOf(person)).toMatchObject(duty);
        expect((await readCompleted(person)).total).toBe(1);
      }
    }
  });

  test('200 confirms at once of one request, each naming another of 20 colleagues', async () => {
    const { giulia, requestId, colleagues } = await offered(20);
    const duties = await listDuties(database);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        confirm(index % 2 === 0 ? giulia : elsewhere(giulia), requestId, colleagues[index % 20]!.id),
      ),
    );
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '409 exchange_closed')).toHaveLength(199);
    await expectNothingBroken();
    expect(await listDuties(database)).toEqual(duties);
    const winner = answers.find(({ status }) => status === 200)!.body.request.responderId;
    for (const colleague of colleagues) {
      const told =
        colleague.id === winner ? ['exchange_accepted', 'exchange_completed'] : ['exchange_declined'];
      expect(await notificationTypesOf(colleague)).toEqual([...told, 'new_exchange_request']);
    }
  });
});

describe('one winner:', () => {
  race('two confirms of one request', async () => {
    const { giulia, requestId, colleagues } = await offered(2);
    return {
      calls: colleagues.map(
        ({ id }) =>
          (at) =>
            confirm(at(giulia), requestId, id),
      ),
      allowed: ['200 / 409 exchange_closed', '409 exchange_closed / 200'],
    };
  });

  race('two requesters confirm the same colleague', async () => {
    const { giulia, marco, requestId } = await offered();
    const anna = await onDuty(early, { worksiteId: giulia.worksiteId });
    const other = await publishedId(anna, anna.shiftId);
    await offer(marco, other);
    return {
      calls: [(at) => confirm(at(giulia), requestId, marco.id), (at) => confirm(at(anna), other, marco.id)],
      allowed: ['200 / 409 exchange_offer_gone', '409 exchange_offer_gone / 200'],
    };
  });

  race('two people confirm each other', async () => {
    const { giulia, marco, requestId } = await offered();
    const mirror = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
    await offer(giulia, mirror);
    return {
      calls: [(at) => confirm(at(giulia), requestId), (at) => confirm(at(marco), mirror)],
      allowed: ['200 / 409 exchange_closed', '409 exchange_closed / 200'],
      after: async () => expect((await readCompleted(giulia)).total).toBe(1),
    };
  });

  test('a confirm and rules that forbid it, or an entry that makes the rest before it too short', async () => {
    const ceo = await first.signInCeo();
    const { limits } = defaultRestRules('standard');
    const forbid = (at: At, id: string) =>
      changeWorksite(at(ceo), id, { restRules: { mode: 'blocco', limits } });
    await expectRace(async () => {
      const { giulia, marco, requestId } = await offered();
      await buildShift(first.context, marco, addDays(swapDay, -1), late);
      return {
        calls: [(at) => confirm(at(giulia), requestId), (at) => forbid(at, giulia.worksiteId)],
        allowed: ['200 / 200', '409 exchange_rest_too_short / 200'],
        after: async ([outcome]) => {
          const kept = await entryOf(giulia);
          expect(kept?.startTime).toBe(outcome === '200' ? late.startTime : early.startTime);
        },
      };
    });
    await expectRace(async () => {
      const { giulia, marco, requestId } = await offered();
      await forbid((person) => person, giulia.worksiteId);
      const entry = {
        date: addDays(swapDay, -1),
        workLocation: 'sede' as const,
        startTime: '14:00',
        endTime: '22:00',
      };
      return {
        calls: [
          (at) => confirm(at(giulia), requestId),
          (at) => at(marco).call('POST /api/shifts', { body: entry }),
        ],
        allowed: ['200 / 201', '409 exchange_rest_too_short / 201'],
        conserves: false,
      };
    });
  });

  race('a chain of three, each confirming the next', async () => {
    const { worksiteId } = await first.signIn();
    const people = [
      await onDuty(early, { worksiteId }),
      await onDuty(late, { worksiteId }),
      await onDuty(between, { worksiteId }),
    ];
    const requests: string[] = [];
    for (const [index, person] of people.entries()) {
      const id = await publishedId(person, person.shiftId);
      await offer(people[(index + 1) % 3]!, id);
      requests.push(id);
    }
    return {
      calls: people.map((person, index) => (at) => {
        return confirm(at(person), requests[index]!, people[(index + 1) % 3]!.id);
      }),
      allowed: [
        '200 / 409 exchange_closed / 409 exchange_offer_gone',
        '409 exchange_offer_gone / 200 / 409 exchange_closed',
        '409 exchange_closed / 409 exchange_offer_gone / 200',
      ],
    };
  });

  race.each([
    ['the requester changes the shift', 0, 'exchange_closed', 'PATCH'],
    ['the requester deletes the shift', 0, 'exchange_closed', 'DELETE'],
    ['the colleague changes the shift', 1, 'exchange_offer_gone', 'PATCH'],
    ['the colleague deletes the shift', 1, 'exchange_offer_gone', 'DELETE'],
  ])('a confirm, while %s', async (_what, side, code, method) => {
    const { giulia, marco, requestId } = await offered();
    const person = [giulia, marco][side];
    const path = `/api/shifts/${person!.shiftId}`;
    const change = method === 'PATCH' ? { workLocation: 'smart_working' } : undefined;
    const done = method === 'PATCH' ? '200' : '204';
    return {
      calls: [
        (at) => confirm(at(giulia), requestId, marco.id),
        (at) => at(person!).callUntyped(`${method} ${path}`, { body: change }),
      ],
      allowed: ['200 / 404 not_found', `409 ${code} / ${done}`],
      conserves: false,
      after: async ([confirmed]) => {
        const changed = { id: person!.shiftId, workLocation: 'smart_working' } as const;
        const unswapped = method === 'DELETE' ? [] : [changed];
        const received = [side === 0 ? late : early];
        const entries = [await entryOf(person!)].filter((entry) => entry !== undefined);
        expect(entries).toMatchObject(confirmed === '200' ? received : unswapped);
      },
    };
  });

  race('a confirm, while the requester withdraws the request', async () => {
    const { giulia, marco, requestId } = await offered();
    return {
      calls: [(at) => confirm(at(giulia), requestId, marco.id), (at) => withdraw(at(giulia), requestId)],
      allowed: ['200 / 409 exchange_closed', '404 not_found / 204'],
    };
  });

  race('a confirm, while the colleague takes the offer back', async () => {
    const { giulia, marco, requestId } = await offered();
    // somebody else could still take it, so that it stays open
    await onDuty(late, { worksiteId: giulia.worksiteId });
    return {
      calls: [(at) => confirm(at(giulia), requestId, marco.id), (at) => takeBack(at(marco), requestId)],
      allowed: ['200 / 409 exchange_closed', '409 exchange_offer_gone / 200'],
    };
  });

  race('a confirm, while the CEO deactivates the colleague', async () => {
    const { giulia, marco, requestId } = await offered();
    const ceo = await first.signInCeo();
    return {
      calls: [(at) => confirm(at(giulia), requestId, marco.id), () => setActive(ceo, marco.id, false)],
      allowed: ['200 / 204', '409 exchange_offer_gone / 204'],
    };
  });

  race('a publication, while the CEO deactivates its author', async () => {
    const giulia = await onDuty(early);
    const ceo = await first.signInCeo();
    return {
      calls: [(at) => publish(at(giulia), giulia.shiftId), () => setActive(ceo, giulia.id, false)],
      allowed: ['201 / 204', '401 not_signed_in / 204', '403 account_disabled / 204'],
      after: async () => {
        const { open } = await database.one<{ open: number }>(sql`
          select count(*) as open from exchange_requests where requester_id = ${giulia.id} and status = 'aperta'`);
        expect(open).toBe(0);
      },
    };
  });

  race('a pre-acceptance, while the CEO deactivates the colleague', async () => {
    const { giulia, marco, requestId } = await published();
    const ceo = await first.signInCeo();
    return {
      calls: [(at) => preAccept(at(marco), requestId), () => setActive(ceo, marco.id, false)],
      allowed: ['200 / 204', '401 not_signed_in / 204', '409 exchange_person_inactive / 204'],
      after: async () =>
        expect((await readRequest(giulia, requestId)).body).toMatchObject({ preAcceptanceCount: 0 }),
    };
  });

  race('a confirm, while the requester’s contract hours change', async () => {
    const { giulia, requestId } = await offered();
    const { accessCode } = await database.one<{ accessCode: string }>(sql`
      select access_code as "accessCode" from worksites where id = ${giulia.worksiteId}`);
    const profile = {
      firstName: 'Giulia',
      lastName: 'Ferri',
      contractHours: 6,
      enableFlexibleShifts: false,
    };
    return {
      calls: [
        (at) => confirm(at(giulia), requestId),
        (at) => saveProfile(at(giulia), giulia.id, { ...profile, accessCode }),
      ],
      allowed: ['200 / 200', '409 exchange_closed / 200'],
    };
  });

  race('two publications of one shift', async () => {
    const giulia = await onDuty(early);
    return {
      calls: [
        (at) => publish(at(giulia), giulia.shiftId),
        (at) => publish(at(giulia), giulia.shiftId, { requestedShiftType: 'sera' }),
      ],
      allowed: ['201 / 409 exchange_already_open', '409 exchange_already_open / 201'],
    };
  });

  race('two entries of one day', async () => {
    const person = await onDuty(early);
    const record = { date: '2026-11-21', workLocation: 'libero' } as const;
    return {
      calls: [
        (at) => at(person).call('POST /api/shifts', { body: record }),
        (at) => changeShift(at(person), person.shiftId, { date: '2026-11-21' }),
      ],
      allowed: ['201 / 409 shift_day_taken', '409 shift_day_taken / 200'],
      conserves: false,
    };
  });

  race('two insistent changes of a swapped shift', async () => {
    const giulia = await onDuty(early);
    const marco = await onDuty(late, { worksiteId: giulia.worksiteId });
    await swap(giulia, marco);
    const { id } = (await entryOf(giulia))!;
    const override = { 'x-override-exchange': 'true' };
    return {
      calls: [
        (at) => changeShift(at(giulia), id, { workLocation: 'smart_working' }, override),
        (at) => deleteShift(at(giulia), id, override),
      ],
      allowed: ['200 / 404 not_found', '404 not_found / 204'],
      conserves: false,
    };
  });
});

describe('nothing half-done:', () => {
  race('a confirm, while another colleague pre-accepts', async () => {
    const { giulia, marco, requestId } = await offered();
    const sara = await onDuty(late, { worksiteId: giulia.worksiteId });
    return {
      calls: [(at) => confirm(at(giulia), requestId, marco.id), (at) => preAccept(at(sara), requestId)],
      allowed: ['200 / 200', '200 / 409 exchange_closed'],
      after: async ([, joined]) => {
        const lost = joined === '200' ? ['exchange_declined'] : [];
        expect(await notificationTypesOf(sara)).toEqual(lost);
      },
    };
  });

  race('a confirm without a name, while another colleague pre-accepts', async () => {
    const { giulia, requestId } = await offered();
    const sara = await onDuty(late, { worksiteId: giulia.worksiteId });
    return {
      calls: [(at) => confirm(at(giulia), requestId), (at) => preAccept(at(sara), requestId)],
      allowed: ['400 exchange_several_offers / 200', '200 / 409 exchange_closed'],
    };
  });

  race('a confirm, while its colleague pre-accepts somebody else’s request', async () => {
    const { giulia, marco, requestId } = await offered();
    const anna = await onDuty(between, { worksiteId: giulia.worksiteId });
    const other = await publishedId(anna, anna.shiftId);
    return {
      calls: [(at) => confirm(at(giulia), requestId, marco.id), (at) => preAccept(at(marco), other)],
      // before the swap with the shift he gave, which lapses; after it with the one he got
      allowed: ['200 / 200'],
      after: async () => {
        const { preAcceptedBy } = (await readRequest(anna, other)).body;
        for (const { offeredShift } of preAcceptedBy) expect(offeredShift).toMatchObject(early);
      },
    };
  });

  race('a confirm, while its colleague publishes the shift', async () => {
    const { giulia, marco, requestId } = await offered();
    return {
      calls: [(at) => confirm(at(giulia), requestId, marco.id), (at) => publish(at(marco), marco.shiftId)],
      allowed: ['200 / 201', '200 / 404 exchange_not_own_shift'],
    };
  });

  race('a pre-acceptance, while the requester changes the shift', async () => {
    const { giulia, marco, requestId } = await published();
    return {
      calls: [
        (at) => preAccept(at(marco), requestId),
        (at) => changeShift(at(giulia), giulia.shiftId, { workLocation: 'smart_working' }),
      ],
      allowed: ['200 / 200', '409 exchange_closed / 200'],
      conserves: false,
      after: async ([accepted]) => {
        const told =
          accepted === '200' ? ['new_exchange_request', 'shift_updated'] : ['new_exchange_request'];
        expect(await notificationTypesOf(marco)).toEqual(told);
      },
    };
  });

  test.each(['PATCH', 'DELETE'] as const)(
    'a pre-acceptance with a shift that changes (%s)',
    async (method) => {
      await expectRace(async () => {
        const { giulia, marco, requestId } = await published();
        const change = method === 'PATCH' ? { startTime: '13:00', endTime: '21:00' } : undefined;
        return {
          calls: [
            (at) => preAccept(at(marco), requestId),
            (at) => at(marco).callUntyped(`${method} /api/shifts/${marco.shiftId}`, { body: change }),
          ],
          allowed: method === 'PATCH' ? ['200 / 200'] : ['200 / 204', '409 exchange_no_own_shift / 204'],
          conserves: false,
          after: async () => {
            const { preAcceptedBy } = (await readRequest(giulia, requestId)).body;
            for (const { offeredShift } of preAcceptedBy)
              expect(offeredShift).toMatchObject({ startTime: '13:00' });
          },
        };
      });
    },
  );

  // a request becomes about the next day, while somebody still answers to the first one
  race.each([
    ['it is confirmed', 'confirm', ['200 / 409 exchange_closed', '409 exchange_offer_gone / 200']],
    ['another colleague pre-accepts', 'pre-accept', ['200 / 200', '409 exchange_changed / 200']],
    ['the colleague takes the offer back', 'take back', ['200 / 200', '409 exchange_offer_gone / 200']],
    ['it is deleted', 'delete', ['204 / 404 not_found', '204 / 200']],
  ])('an edit of the request, while %s', async (_what, answer, allowed) => {
    const { giulia, marco, requestId } = await offered();
    const sara = await onDuty(late, { worksiteId: giulia.worksiteId });
    const { version } = (await readRequest(sara, requestId)).body;
    const offeredShiftId = await buildShift(first.context, giulia, '2026-11-21', early);
    const edited = {
      offeredShiftId,
      requestedDate: '2026-11-21',
      requestedShiftType: 'pomeriggio',
    } as const;
    const answers: Record<string, Race['calls'][number]> = {
      confirm: (at) => confirm(at(giulia), requestId, marco.id),
      'pre-accept': (at) => preAccept(at(sara), requestId, version),
      'take back': (at) => takeBack(at(marco), requestId),
      delete: (at) => withdraw(at(giulia), requestId),
    };
    return {
      calls: [answers[answer]!, (at) => editRequest(at(giulia), requestId, edited)],
      allowed,
      after: async ([outcome, edit]) => {
        const isSwapped = answer === 'confirm' && outcome === '200';
        expect(await entryOf(giulia)).toMatchObject(isSwapped ? late : { id: giulia.shiftId });
        expect(await entryOf(giulia, '2026-11-21')).toMatchObject({ id: offeredShiftId });
        const stored = await readRequest(giulia, requestId);
        if (answer === 'delete') expect(stored.status).toBe(404);
        else if (isSwapped) expect(stored.body).toMatchObject({ status: 'completata' });
        else {
          expect(edit).toBe('200');
          // nobody has answered to what it is about now
          expect(stored.body).toMatchObject({ status: 'aperta', offeredShiftId, preAcceptedBy: [] });
        }
      },
    };
  });

  test.each(['changes the shift and offers it again', 'takes the offer back and makes it again'])(
    'a confirm of the offer that was seen, while the colleague %s',
    async (what) => {
      await expectRace(async () => {
        const { giulia, marco, requestId } = await offered();
        // somebody else could still take it, so that it stays open
        await onDuty(late, { worksiteId: giulia.worksiteId });
        const seen = (await readRequest(giulia, requestId)).body.preAcceptedBy[0]!.version;
        const isChange = what.startsWith('changes');
        return {
          calls: [
            (at) => confirm(at(giulia), requestId, marco.id, seen),
            async (at) => {
              if (isChange) {
                await changeShift(at(marco), marco.shiftId, { startTime: '15:00', endTime: '23:00' });
              } else await takeBack(at(marco), requestId);
              for (const { clock } of new Set([first, second])) clock.advance(1);
              return preAccept(at(marco), requestId);
            },
          ],
          allowed: [
            '200 / 409 exchange_closed',
            '409 exchange_offer_gone / 200',
            '409 exchange_changed / 200',
          ],
          conserves: false,
          after: async ([confirmed]) => {
            // never what was not seen
            expect(await entryOf(giulia)).toMatchObject(confirmed === '200' ? late : early);
            const open = { status: 'aperta', preAcceptanceCount: 1 } as const;
            const { body } = await readRequest(giulia, requestId);
            expect(body).toMatchObject(confirmed === '200' ? { status: 'completata' } : open);
          },
        };
      });
    },
  );

  race('a pre-acceptance, while the requester withdraws the request', async () => {
    const { giulia, marco, requestId } = await published();
    return {
      calls: [(at) => preAccept(at(marco), requestId), (at) => withdraw(at(giulia), requestId)],
      allowed: ['200 / 204', '404 not_found / 204'],
      after: async () => expect((await readRequest(giulia, requestId)).status).toBe(404),
    };
  });

  test('who may approve swaps from the moment on at which one is confirmed is told of it', async () => {
    const { giulia, marco, requestId } = await offered();
    const { worksiteId } = giulia;
    await setApproval(first, worksiteId, 'sempre');
    const anna = await first.signIn({ worksiteId });
    const ceo = await first.signInCeo();
    const own = await database.connect();
    const isWritten = Promise.withResolvers<undefined>();
    const mayCommit = Promise.withResolvers<undefined>();
    const slow = await startTestServer({
      database: {
        ...boundTo(own),
        transaction: (work) =>
          own.transaction(async (tx) => {
            const result = await work(tx);
            isWritten.resolve(undefined);
            await mayCommit.promise;
            return result;
          }),
      },
    });
    onTestFinished(() => slow.close());
    const there = callerOf(slow.app, slow.context.settings, giulia.token);
    const confirming = confirm(there, requestId, marco.id);
    await isWritten.promise;
    let isAnswered = false;
    const permitting = ceo
      .call('PATCH /api/ceo/users/:id/permissions', {
        params: { id: anna.id },
        body: { mayApproveSwaps: true },
      })
      .finally(() => (isAnswered = true));
    // it waits for the confirmation, or has not seen it
    await expect.poll(async () => isAnswered || (await isSomebodyWaiting(database))).toBe(true);
    mayCommit.resolve(undefined);
    expect([outcomeOf(await confirming), outcomeOf(await permitting)]).toEqual(['200', '204']);
    expect(await notificationTypesOf(anna)).toEqual(['approval_wanted']);
  });

  test('a pre-acceptance that stood is answered as it stood, though the request is withdrawn right after', async () => {
    const { giulia, marco, requestId } = await published();
    const own = await database.connect();
    const slow = await startTestServer({
      database: {
        ...boundTo(own),
        transaction: async (work) => {
          const result = await own.transaction(work);
          // committed, and its caller does not know yet
          expect((await withdraw(giulia, requestId)).status).toBe(204);
          return result;
        },
      },
    });
    onTestFinished(() => slow.close());
    const there = callerOf(slow.app, slow.context.settings, marco.token);
    const answer = await preAccept(there, requestId);
    expect(answer.status).toBe(200);
    expect(answer.body.request).toMatchObject({ id: requestId, status: 'aperta', userHasPreAccepted: true });
    expect(await notificationTypesOf(marco)).toContain('exchange_declined');
  });

  race.each([
    ['confirms it', 'confirm', ['200 / 409 exchange_closed', '409 exchange_offer_gone / 200']],
    ['gets it back from the colleague', 'take back', ['200 / 409 exchange_offer_gone', '200 / 200']],
  ])('the requester refuses an offer and %s', async (_what, answer, allowed) => {
    const { giulia, marco, requestId } = await offered();
    // somebody else could still take it, so that it stays open
    await onDuty(late, { worksiteId: giulia.worksiteId });
    return {
      calls: [
        (at) =>
          answer === 'confirm' ? confirm(at(giulia), requestId, marco.id) : takeBack(at(marco), requestId),
        (at) => takeBack(at(giulia), requestId, marco.id),
      ],
      allowed,
      after: async ([outcome]) => {
        const isSwapped = answer === 'confirm' && outcome === '200';
        expect(await entryOf(marco)).toMatchObject(isSwapped ? early : { id: marco.shiftId });
        const { body } = await readRequest(marco, requestId);
        expect(body.userHasPreAccepted).toBe(isSwapped);
        expect(body.tab).toBe(isSwapped ? 'completati' : 'rifiutati');
      },
    };
  });

  race.each([
    ['the requester confirms', 'confirm', ['200 / 409 exchange_closed', '409 exchange_offer_gone / 200']],
    ['the colleague pre-accepts elsewhere', 'pre-accept', ['200 / 200']],
  ])('a colleague rejects, while %s', async (_what, answer, allowed) => {
    const isConfirm = answer === 'confirm';
    const { giulia, requestId, colleagues } = await offered(isConfirm ? 1 : 0);
    const { worksiteId } = giulia;
    const marco = colleagues[0] ?? (await onDuty(late, { worksiteId }));
    // somebody else could still take it, so that it stays open
    await onDuty(late, { worksiteId });
    return {
      calls: [
        (at) => (isConfirm ? confirm(at(giulia), requestId, marco.id) : preAccept(at(marco), requestId)),
        (at) => reject(at(marco), requestId),
      ],
      allowed,
      after: async ([outcome]) => {
        const { userHasPreAccepted, userHasRejected, status } = (await readRequest(marco, requestId)).body;
        // the one or the other
        expect(userHasPreAccepted).toBe(!userHasRejected);
        if (isConfirm) expect(userHasPreAccepted).toBe(outcome === '200');
        expect(status).toBe(isConfirm && outcome === '200' ? 'completata' : 'aperta');
      },
    };
  });

  race.each([['PATCH'], ['DELETE']])('a publication of a shift that changes (%s)', async (method) => {
    const giulia = await onDuty(early);
    const change = method === 'PATCH' ? { startTime: '07:00', endTime: '15:00' } : undefined;
    return {
      calls: [
        (at) => publish(at(giulia), giulia.shiftId),
        (at) => at(giulia).callUntyped(`${method} /api/shifts/${giulia.shiftId}`, { body: change }),
      ],
      allowed: method === 'PATCH' ? ['201 / 200'] : ['201 / 204', '404 exchange_not_own_shift / 204'],
      conserves: false,
    };
  });

  race('a double tap on pre-accept tells the requester once', async () => {
    const { giulia, marco, requestId } = await published();
    return {
      calls: [1, 2, 3].map(() => (at) => preAccept(at(marco), requestId)),
      allowed: ['200 / 200 / 200'],
      after: async () => expect(await notificationTypesOf(giulia)).toEqual(['request_pre_accepted']),
    };
  });

  race('two worksites do not wait for each other’s confirms', async () => {
    const one = await offered();
    const other = await offered();
    return {
      calls: [one, other].map(
        ({ giulia, requestId }) =>
          (at) =>
            confirm(at(giulia), requestId),
      ),
      allowed: ['200 / 200'],
    };
  });
});

test('a day of everything at once keeps every promise', async () => {
  const { worksiteId } = await first.signIn();
  const people: OnDuty[] = [];
  for (let index = 0; index < 8; index += 1) {
    people.push(await onDuty(index % 2 === 0 ? early : late, { worksiteId }));
  }
  const calls: Promise<Answer<unknown>>[] = [];
  /** Everybody does everything they can see, without waiting for anything. */
  for (let wave = 0; wave < 4; wave += 1) {
    for (const [index, person] of people.entries()) {
      const at = index % 2 === 0 ? person : elsewhere(person);
      const act = async (): Promise<void> => {
        const entry = await entryOf(person);
        if (!entry) return;
        calls.push(publish(at, entry.id, { requestedShiftType: 'mattina' }));
        if (wave === 2 && index < 2) calls.push(changeShift(at, entry.id, { workLocation: 'smart_working' }));
        await actOnRequests(at, calls);
      };
      calls.push(act().then(() => at.callUntyped('GET /healthz')));
    }
    await Promise.all(calls);
  }
  const outcomes = new Set((await Promise.all(calls)).map(outcomeOf));
  expect([...outcomes].filter((outcome) => outcome.startsWith('5'))).toEqual([]);
  expect(outcomes).toContain('200');
  await expectNothingBroken();
  const entries = (await Promise.all(people.map((person) => entryOf(person)))) as Shift[];
  const starts = entries.map(({ startTime }) => String(startTime)).toSorted();
  expect(starts).toEqual([...Array<string>(4).fill('06:00'), ...Array<string>(4).fill('14:00')]);
});

async function actOnRequests(person: Caller, calls: Promise<Answer<unknown>>[]): Promise<void> {
  for (const tab of ['disponibili', 'pre-accettati'] as const) {
    const { body } = await person.call('GET /api/exchange-requests/page', { query: { tab } });
    for (const { id } of body.requests) {
      calls.push(tab === 'disponibili' ? preAccept(person, id) : confirm(person, id));
    }
  }
}

test('shifts of other days are nobody’s business', async () => {
  const { giulia, marco, requestId } = await offered();
  const other = await buildShift(first.context, giulia, '2026-11-21', early);
  await Promise.all([
    confirm(giulia, requestId, marco.id),
    changeShift(elsewhere(giulia), other, { workLocation: 'smart_working' }),
  ]);
  expect(await entryOf(giulia, '2026-11-21')).toMatchObject({ id: other, workLocation: 'smart_working' });
  expect(await entryOf(giulia, swapDay)).toMatchObject(late);
  await expectNothingBroken();
});

test('a shift that begins while its confirm waits for its turn is not swapped', async () => {
  const day = '2026-11-16';
  const giulia = await signInOnDuty(first, late, {}, { day });
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(first, buildDuty('sede', '15:00', '23:00'), { worksiteId }, { day });
  const requestId = await publishedId(giulia, giulia.shiftId, { requestedDate: day });
  await offer(marco, requestId);
  const isHeld = Promise.withResolvers<Transaction>();
  const mayEnd = Promise.withResolvers<undefined>();
  const holding = database.transaction(async (tx) => {
    await tx.run(sql`select from worksites where id = ${worksiteId} for update`);
    isHeld.resolve(tx);
    await mayEnd.promise;
  });
  const tx = await isHeld.promise;
  const confirming = confirm(elsewhere(giulia), requestId);
  while (!(await isSomebodyWaiting(tx)));
  for (const { clock } of [first, second]) clock.set('2026-11-16T13:00:00.000Z');
  mayEnd.resolve(undefined);
  await holding;
  expect(outcomeOf(await confirming)).toBe('409 exchange_shift_begun');
  for (const { clock } of [first, second]) clock.set(testNow);
  await expectNothingBroken();
});
