import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { buildUser, buildWorksite } from '../../db/builders.ts';
import { lockWorksite } from '../../src/server/worksites/queries.ts';
import { changeWorksite } from '../support/accounts.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { whileHeld } from '../support/locks.ts';
import { startRaces } from '../support/races.ts';
import {
  buildCalendar,
  firstDay,
  lettersOf,
  rosterDayAt,
  rosterOf,
  signInWith,
  unclaimedOf,
} from '../support/rosters.ts';
import type { SignedInCaller } from '../support/server.ts';
import { confirm, offer, publishedId } from '../support/swaps.ts';

// Rosters, while something happens to the same calendars at the same moment.

const races = await startRaces();
const { first, race } = races;
afterAll(() => races.close());

async function build(mode: 'proposta' | 'subito', hers = '', his = '') {
  const { id: worksiteId } = await buildWorksite(first.context);
  if (mode === 'subito') {
    const ceo = await first.signInCeo();
    await ceo.ask('PATCH /api/ceo/worksites/:id', { params: { id: worksiteId }, body: { rosterMode: mode } });
  }
  const loader = await first.signIn({ worksiteId, mayLoadShifts: true });
  const giulia = await signInWith(first, hers, { worksiteId });
  const marco = await signInWith(first, his, { worksiteId });
  return { worksiteId, loader, giulia, marco };
}

const load = (loader: SignedInCaller, person: { id: string }, letters: string) =>
  loader.call('POST /api/rosters', { body: rosterOf([[person, letters]]) });
const accept = (person: SignedInCaller) => person.call('POST /api/rosters/proposals/accept', { body: {} });

race('two loads of the same worksite: the later one stands, whole', async () => {
  const { loader, giulia } = await build('subito');
  return {
    conserves: false,
    calls: [(at) => load(at(loader), giulia, 'EEEE'), (at) => load(at(loader), giulia, 'LLLL')],
    allowed: ['201 / 201'],
    after: async () => expect(['EEEE', 'LLLL']).toContain(await lettersOf(giulia, 4)),
  };
});

race('the same file at the same moment is loaded once', async () => {
  const { loader, giulia } = await build('proposta');
  return {
    calls: [(at) => load(at(loader), giulia, 'EL'), (at) => load(at(loader), giulia, 'EL')],
    allowed: ['201 / 201'],
    after: async () => {
      expect(await loader.ask('GET /api/rosters', { query: {} })).toHaveLength(1);
      const { notifications } = await giulia.ask('GET /api/notifications/page', { query: {} });
      expect(notifications.map(({ type }) => type)).toEqual(['roster_arrived']);
    },
  };
});

race('a load and the confirmation of a swap of the same shifts', async () => {
  const { loader, giulia, marco } = await build('subito', 'E', 'L');
  const [shift] = await giulia.ask('GET /api/shifts', { query: { from: firstDay, to: firstDay } });
  const request = await publishedId(giulia, shift!.id, { requestedDate: firstDay });
  await offer(marco, request);
  return {
    conserves: false,
    calls: [(at) => load(at(loader), giulia, 'LE'), (at) => confirm(at(giulia), request)],
    allowed: ['201 / 200'],
    // on offer or swapped, the first day is nothing for a roster; the second is
    after: async () => expect([await lettersOf(giulia, 2), await lettersOf(marco, 1)]).toEqual(['LE', 'E']),
  };
});

race('an acceptance and the confirmation of a swap that needs the day', async () => {
  const { loader, giulia, marco } = await build('proposta', 'E', 'L');
  await load(loader, marco, 'EE');
  const [shift] = await giulia.ask('GET /api/shifts', { query: { from: firstDay, to: firstDay } });
  const request = await publishedId(giulia, shift!.id, { requestedDate: firstDay });
  await offer(marco, request);
  return {
    conserves: false,
    calls: [
      (at) =>
        at(marco).call('POST /api/rosters/proposals/accept', {
          body: { days: [firstDay, rosterDayAt(1)] },
        }),
      (at) => confirm(at(giulia), request),
    ],
    allowed: ['200 / 409 exchange_offer_gone', '200 / 409 exchange_no_offer', '200 / 200'],
    after: async ([, confirmed]) =>
      expect([await lettersOf(giulia, 1), await lettersOf(marco, 2)]).toEqual([
        confirmed === '200' ? 'L' : 'E',
        'EE',
      ]),
  };
});

race('two acceptances at once write once', async () => {
  const { loader, giulia } = await build('proposta', 'L');
  await load(loader, giulia, 'EEL');
  return {
    conserves: false,
    calls: [(at) => accept(at(giulia)), (at) => accept(at(giulia))],
    allowed: ['200 / 200'],
    after: async () => expect(await lettersOf(giulia, 3)).toBe('EEL'),
  };
});

race('an undoing and an acceptance leave the calendar as it was', async () => {
  const { loader, giulia } = await build('proposta', 'L');
  const { id } = (await load(loader, giulia, 'EE')).body;
  return {
    calls: [
      (at) => at(loader).call('DELETE /api/rosters/:id', { params: { id: id! } }),
      (at) => accept(at(giulia)),
    ],
    allowed: ['204 / 200'],
    after: async () => expect(await lettersOf(giulia, 2)).toBe('L.'),
  };
});

test.each(['loaded', 'undone', 'assigned'] as const)(
  'whose permission to load shifts ends while they wait for the worksite has nothing %s',
  async (what) => {
    const { worksiteId, loader, giulia } = await build('proposta');
    const { id } = await loader.ask('POST /api/rosters', {
      body: rosterOf([[giulia, 'E']], unclaimedOf(['ROSSI M.', 'E'])),
    });
    const { waiting } = await loader.ask('GET /api/rosters/unclaimed', { query: {} });
    const calls = {
      loaded: () => load(loader, giulia, 'L'),
      undone: () => loader.call('DELETE /api/rosters/:id', { params: { id: id! } }),
      assigned: () =>
        loader.call('POST /api/rosters/unclaimed/:id/assign', {
          params: { id: waiting[0]!.id },
          body: { userId: giulia.id },
        }),
    };
    const answer = await whileHeld<Answer<unknown>>(
      races.second.context.database,
      (tx) => lockWorksite(tx, worksiteId),
      () => calls[what](),
      (tx) => tx.run(sql`update users set may_load_shifts = false where id = ${loader.id}`),
    );
    expect(answer).toMatchObject({ status: 403, body: { code: 'roster_not_loader' } });
    const { days } = await giulia.ask('GET /api/rosters/proposals');
    expect(days.map(({ day }) => day)).toEqual([firstDay]);
  },
);

/** Somebody of a roster without an account, and invitations to their worksite. */
async function buildWaiting(accessCode = 'CODICE') {
  const { id: worksiteId } = await buildWorksite(first.context, { accessCode });
  const ceo = await first.signInCeo();
  const params = { id: worksiteId };
  await ceo.ask('POST /api/rosters', {
    body: { worksiteId, ...rosterOf([], unclaimedOf(['ROSSI M.', 'EE'])) },
  });
  const { people } = await ceo.ask('GET /api/ceo/worksites/:id/invitations', { params });
  const unclaimedId = people[0]!.id;
  const invite = async (body: { unclaimedId?: string }): Promise<string> => {
    const { url } = await ceo.ask('POST /api/ceo/worksites/:id/invitations', { params, body });
    return new URL(url).hash.slice(1);
  };
  const loader = await first.signIn({ worksiteId, mayLoadShifts: true });
  const register = (caller: Caller, invitation: string) =>
    caller.call('POST /api/auth/register', {
      body: {
        email: `${crypto.randomUUID()}@example.it`,
        password: 'Turnario!2026',
        firstName: 'Mario',
        lastName: 'Rossi',
        worksiteId,
        acceptedTerms: true,
        role: 'operatore',
        invitation,
      },
    });
  /** Whose proposals the two days are, a line each. */
  const proposed = () =>
    first.database.many<{ userId: string; days: number }>(sql`
      select r.user_id, count(*) as days from roster_rows r join rosters o on o.id = r.roster_id
      where o.worksite_id = ${worksiteId} group by r.user_id`);
  return { worksiteId, ceo, loader, unclaimedId, invite, register, proposed };
}

/** Whoever has no session. */
const anybody = { ...first.nobody, token: null };

race('two registrations by one personal invitation: one has the shifts, the other a clear no', async () => {
  const { unclaimedId, invite, register, proposed } = await buildWaiting();
  const token = await invite({ unclaimedId });
  return {
    calls: [(at) => register(at(anybody), token), (at) => register(at(anybody), token)],
    allowed: ['201 / 410 invitation_over', '410 invitation_over / 201'],
    after: async () => expect((await proposed()).map(({ days }) => days)).toEqual([2]),
  };
});

race('a loader says whose the shifts are while somebody claims them: one of the two gets them', async () => {
  const { worksiteId, loader, unclaimedId, invite, register, proposed } = await buildWaiting();
  const giulia = await first.signIn({ worksiteId });
  const token = await invite({ unclaimedId });
  return {
    calls: [
      (at) => register(at(anybody), token),
      (at) =>
        at(loader).call('POST /api/rosters/unclaimed/:id/assign', {
          params: { id: unclaimedId },
          body: { userId: giulia.id },
        }),
    ],
    allowed: ['201 / 404 not_found', '410 invitation_over / 200'],
    after: async ([registered]) => {
      const rows = await proposed();
      expect(rows.map(({ days }) => days)).toEqual([2]);
      expect(rows[0]!.userId === giulia.id).toBe(registered !== '201');
    },
  };
});

race('another code while somebody registers by the wall’s invitation: before it, or not at all', async () => {
  const { worksiteId, ceo, invite, register } = await buildWaiting();
  const token = await invite({});
  return {
    calls: [
      (at) => register(at(anybody), token),
      (at) => changeWorksite(at(ceo), worksiteId, { accessCode: 'UN-ALTRO' }),
    ],
    allowed: ['201 / 200', '410 invitation_over / 200'],
    after: async () =>
      expect(await first.nobody.statusOf('POST /api/auth/invitation', { body: { token } })).toBe(410),
  };
});

race.each([
  ['ends', 'DELETE'],
  ['is renewed', 'POST'],
])('a personal invitation %s while somebody claims it: before it, or not at all', async (_, method) => {
  const { worksiteId, ceo, unclaimedId, invite, register, proposed } = await buildWaiting();
  const token = await invite({ unclaimedId });
  const params = { id: worksiteId };
  const end = (caller: SignedInCaller) =>
    method === 'DELETE'
      ? caller.call('DELETE /api/ceo/worksites/:id/invitations', { params, query: { unclaimedId } })
      : caller.call('POST /api/ceo/worksites/:id/invitations', { params, body: { unclaimedId } });
  return {
    calls: [(at) => register(at(anybody), token), (at) => end(at(ceo))],
    allowed:
      method === 'DELETE'
        ? ['201 / 204', '410 invitation_over / 204']
        : ['201 / 404 not_found', '410 invitation_over / 201'],
    after: async ([registered]) => {
      const isClaimed = registered === '201';
      expect((await proposed()).map(({ days }) => days)).toEqual(isClaimed ? [2] : []);
      const { people } = await ceo.ask('GET /api/ceo/worksites/:id/invitations', { params });
      expect(people.map(({ invitation }) => invitation !== null)).toEqual(
        isClaimed ? [] : [method === 'POST'],
      );
      expect(await first.nobody.statusOf('POST /api/auth/invitation', { body: { token } })).toBe(410);
    },
  };
});

race('two invitations made at once: the last one works, the other is over', async () => {
  const { worksiteId, ceo } = await buildWaiting();
  const made: string[] = [];
  const make = async (caller: SignedInCaller) => {
    const answer = await caller.call('POST /api/ceo/worksites/:id/invitations', {
      params: { id: worksiteId },
      body: {},
    });
    made.push(new URL(answer.body.url).hash.slice(1));
    return answer;
  };
  return {
    calls: [(at) => make(at(ceo)), (at) => make(at(ceo))],
    allowed: ['201 / 201'],
    after: async () => {
      const statuses = [];
      for (const token of made)
        statuses.push(await first.nobody.statusOf('POST /api/auth/invitation', { body: { token } }));
      expect(statuses.toSorted()).toEqual([200, 410]);
    },
  };
});

test('200 people and 31 days are loaded in either mode', async () => {
  const { id: worksiteId } = await buildWorksite(first.context);
  const ceo = await first.signInCeo();
  const people = [];
  for (let index = 0; index < 200; index += 1) people.push(await buildUser(first.context, { worksiteId }));
  for (const person of people.slice(0, 40)) await buildCalendar(first, person, 'LrfEm');
  const month = 'EEELL--'.repeat(5).slice(0, 31);
  const span = { from: firstDay, to: rosterDayAt(30) };
  const body = {
    ...rosterOf(
      people.map((person) => [person, month] as const),
      { worksiteId },
    ),
    days: span,
  };
  for (const mode of ['proposta', 'subito'] as const) {
    await ceo.ask('PATCH /api/ceo/worksites/:id', { params: { id: worksiteId }, body: { rosterMode: mode } });
    const loaded = await ceo.ask('POST /api/rosters', { body });
    expect(loaded.people).toBe(200);
    await ceo.call('DELETE /api/rosters/:id', { params: { id: loaded.id! } });
  }
});
