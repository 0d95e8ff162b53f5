import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { listsHeard } from '../../../tests/support/heard.ts';
import { listWrittenMails } from '../../../tests/support/mail.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import { early, late, type OnDuty, pair, signInOnDuty, swap } from '../../../tests/support/swaps.ts';

// What a completed swap closes, whom it notifies, and how shifts that came from it behave.

const server = await testServer();
const { database } = server;

describe('a swap', () => {
  const world = async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    const anna = await signInOnDuty(server, early, { worksiteId });
    const luca = await signInOnDuty(server, buildDuty('sede', '07:00', '15:00'), { worksiteId });
    const bystander = await signInOnDuty(server, late, { worksiteId });
    const leader = await signInOnDuty(server, late, { worksiteId, role: 'team_leader' });
    const stranger = await signInOnDuty(server, late);
    const giulias = await giulia.publishedId(giulia.shiftId);
    const marcos = await marco.publishedId(marco.shiftId, { requestedShiftType: 'mattina' });
    const lucas = await luca.publishedId(luca.shiftId);
    const saras = await sara.publishedId(sara.shiftId, { requestedShiftType: 'mattina' });
    for (const person of [marco, sara]) await person.offer(giulias);
    for (const person of [giulia, anna]) await person.offer(marcos);
    for (const person of [giulia, marco, bystander]) await person.offer(lucas);
    await anna.offer(saras);
    const people = { giulia, marco, sara, anna, luca, bystander, leader, stranger };
    return { ...people, people, requests: { giulias, marcos, lucas, saras }, worksiteId };
  };

  test('ends everything that used one of the two duties, and nothing else; notifies everybody concerned once', async () => {
    const { giulia, marco, sara, luca, bystander, requests, people } = await world();
    const ids = Object.values(people).map(({ id }) => id);
    await database.run(sql`delete from notifications where user_id = any(${ids}::uuid[])`);
    const parties = ['completed', 'exchange-requests', 'notifications', 'shifts'];
    const act = () => giulia.confirm(requests.giulias, marco.id);
    expect(await listsHeard(server, people, act)).toEqual({
      giulia: parties,
      marco: parties,
      // her offer ended: her calendar marks reserved shifts
      sara: ['exchange-requests', 'notifications', 'shifts'],
      anna: ['exchange-requests', 'notifications', 'shifts'],
      luca: ['exchange-requests', 'notifications'],
      bystander: ['exchange-requests'],
      leader: ['exchange-requests'],
      stranger: [],
    });
    const cardOf = async (person: OnDuty, id: string) => (await person.readRequest(id)).body;
    const ended = { status: 'annullata', closeReason: 'swapped_elsewhere', closedAt: testNow };
    expect(await cardOf(marco, requests.marcos)).toMatchObject(ended);
    expect(await cardOf(giulia, requests.marcos)).toMatchObject({ tab: 'rifiutati', isLapsed: true });
    const left = { status: 'aperta', preAcceptedBy: [{ userId: bystander.id }] };
    expect(await cardOf(luca, requests.lucas)).toMatchObject(left);
    const again = { userHasPreAccepted: false, isLapsed: true, preAccept: { isAllowed: true } };
    expect(await cardOf(marco, requests.lucas)).toMatchObject(again);
    expect(await cardOf(sara, requests.saras)).toMatchObject({ status: 'aperta', preAcceptanceCount: 1 });
    expect(await violatedInvariants(database)).toEqual([]);
    const news = await database.many<{ userId: string; fact: string; requestId: string }>(sql`
      select user_id, facts ->> 'fact' as fact, related_request_id as request_id from notifications
      where user_id = any(${ids}::uuid[]) order by fact`);
    const told = Object.entries(people).map(([name, { id }]) => [
      name,
      news.filter(({ userId }) => userId === id).map(({ fact, requestId }) => `${fact} ${requestId}`),
    ]);
    const { giulias, marcos, lucas } = requests;
    expect(Object.fromEntries(told)).toEqual({
      giulia: [`shift_swapped ${giulias}`],
      marco: [`offer_accepted ${giulias}`, `shift_swapped ${giulias}`],
      sara: [`other_chosen ${giulias}`],
      anna: [`request_closed ${marcos}`],
      luca: Array(2).fill(`offer_lapsed ${lucas}`),
      bystander: [],
      leader: [],
      stranger: [],
    });
  });

  test('queues three identical mails, and audits the state before and after', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    const requestId = await swap(giulia, marco);
    const [swapped] = (await giulia.readCompleted()).swaps;
    const mails = (await listWrittenMails(database)).filter(({ swapId }) => swapId === swapped?.id);
    const worksite = await database.one<{ email: string }>(
      sql`select email from worksites where id = ${worksiteId}`,
    );
    expect(mails.map(({ recipient, userId }) => [recipient, userId])).toEqual([
      [marco.email, marco.id],
      [giulia.email, giulia.id],
      [worksite.email, null],
    ]);
    expect(new Set(mails.map(({ html, text }) => html + text)).size).toBe(1);
    const subject = 'Scambio di turno completato: Giulia Ferri e Marco Bianchi, venerdì 20 novembre 2026';
    const waiting = { status: 'queued', attempts: 0, subject };
    expect(mails).toMatchObject([waiting, waiting, waiting]);
    const rows = await database.many(sql`
      select at, actor_id, acted_as_id, worksite_id, action, target_type, before, after
      from audit_log where target_id = ${requestId}`);
    const hers = { date: swapDay, ...early, shiftId: giulia.shiftId };
    const his = { date: swapDay, ...late, shiftId: marco.shiftId };
    expect(rows).toEqual([
      {
        at: testNow,
        actorId: giulia.id,
        actedAsId: null,
        worksiteId,
        action: 'swap_completed',
        targetType: 'exchange_request',
        before: { requester: hers, accepter: his },
        after: { requester: his, accepter: hers },
      },
    ]);
  });
});
