import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { buildWorksite } from '../../db/builders.ts';
import type { Day } from '../../src/domain/calendar/day.ts';
import { lockWorksite } from '../../src/server/worksites/queries.ts';
import type { Answer } from '../support/calls.ts';
import { calendarOf, dayAt, firstDay, signInWorker } from '../support/days.ts';
import { whileHeld } from '../support/locks.ts';
import { rosterOf, unclaimedOf } from '../support/rosters.ts';
import type { SignedInCaller } from '../support/server.ts';
import { startRaces } from './races.ts';

// Rosters, while the same calendars are changed concurrently.

const { first, second, race } = await startRaces();

async function build(mode: 'proposta' | 'subito', hers = '', his = '') {
  const { id: worksiteId } = await buildWorksite(first.context);
  await first.database.run(sql`update worksites set roster_mode = ${mode} where id = ${worksiteId}`);
  const loader = await first.signIn({ worksiteId, mayLoadShifts: true });
  const giulia = await signInWorker(first, hers, { worksiteId });
  const marco = await signInWorker(first, his, { worksiteId });
  return { worksiteId, loader, giulia, marco };
}
/** Giulia has published her early shift of the first day, and Marco has pre-accepted. */
async function buildOffered(mode: 'proposta' | 'subito') {
  const given = await build(mode, 'E', 'L');
  const [shift] = await given.giulia.ask('GET /api/shifts', { query: { from: firstDay, to: firstDay } });
  const requestId = await given.giulia.publishedId(shift!.id, { requestedDate: firstDay });
  await given.marco.offer(requestId);
  return { ...given, requestId };
}

const load = (loader: SignedInCaller, person: { id: string }, letters: string) =>
  loader.call('POST /api/rosters', { body: rosterOf([[person, letters]]) });
const accept = (person: SignedInCaller, ...days: Day[]) =>
  person.call('POST /api/rosters/proposals/accept', { body: days.length > 0 ? { days } : {} });

race('the same file sent twice at once is loaded once', () => build('proposta'), {
  calls: [
    ({ loader, giulia }) => load(loader, giulia, 'EL'),
    ({ loader, giulia }) => load(loader, giulia, 'EL'),
  ],
  allowed: ['201 / 201'],
  after: async ({ loader, giulia }) => {
    expect(await loader.ask('GET /api/rosters', { query: {} })).toHaveLength(1);
    const { notifications } = await giulia.ask('GET /api/notifications/page', { query: {} });
    expect(notifications.map(({ type }) => type)).toEqual(['roster_arrived']);
  },
});

race('a roster is loaded while a swap of the same shifts is confirmed', () => buildOffered('subito'), {
  conserves: false,
  calls: [
    ({ loader, giulia }) => load(loader, giulia, 'LE'),
    ({ giulia, requestId }) => giulia.confirm(requestId),
  ],
  allowed: ['201 / 200'],
  // on offer or swapped, the first day is skipped by the roster; the second is not
  after: async ({ giulia, marco }) =>
    expect([await calendarOf(giulia, 2), await calendarOf(marco, 1)]).toEqual(['LE', 'E']),
});

race(
  'a proposal is accepted while a swap of the same day is confirmed',
  async () => {
    const given = await buildOffered('proposta');
    await load(given.loader, given.marco, 'EE');
    return given;
  },
  {
    conserves: false,
    calls: [
      ({ marco }) => accept(marco, firstDay, dayAt(1)),
      ({ giulia, requestId }) => giulia.confirm(requestId),
    ],
    allowed: ['200 / 409 exchange_offer_gone', '200 / 409 exchange_no_offer', '200 / 200'],
    after: async ({ giulia, marco }, [, confirmed]) =>
      expect([await calendarOf(giulia, 1), await calendarOf(marco, 2)]).toEqual([
        confirmed === '200' ? 'L' : 'E',
        'EE',
      ]),
  },
);

const proposed = async (letters: string) => {
  const given = await build('proposta', 'L');
  const { id } = (await load(given.loader, given.giulia, letters)).body;
  return { ...given, id: id! };
};
race('two concurrent acceptances write once', () => proposed('EEL'), {
  conserves: false,
  calls: [({ giulia }) => accept(giulia), ({ giulia }) => accept(giulia)],
  allowed: ['200 / 200'],
  after: async ({ giulia }) => expect(await calendarOf(giulia, 3)).toBe('EEL'),
});
race('a roster is undone while it is accepted: the calendar is unchanged', () => proposed('EE'), {
  calls: [
    ({ loader, id }) => loader.call('DELETE /api/rosters/:id', { params: { id } }),
    ({ giulia }) => accept(giulia),
  ],
  allowed: ['204 / 200'],
  after: async ({ giulia }) => expect(await calendarOf(giulia, 2)).toBe('L.'),
});

test.each(['loaded', 'undone', 'assigned'] as const)(
  'nothing is %s by a loader who loses the permission while waiting for the lock',
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
      second.context.database,
      (tx) => lockWorksite(tx, worksiteId),
      () => calls[what](),
      (tx) => tx.run(sql`update users set may_load_shifts = false where id = ${loader.id}`),
    );
    expect(answer).toMatchObject({ status: 403, body: { code: 'roster_not_loader' } });
    const { days } = await giulia.ask('GET /api/rosters/proposals');
    expect(days.map(({ day }) => day)).toEqual([firstDay]);
  },
);

/** Somebody without an account in a roster, and an invitation for them or for the whole worksite. */
async function invited(isPersonal = true) {
  const { id: worksiteId } = await buildWorksite(first.context);
  const ceo = await first.signInCeo();
  await ceo.ask('POST /api/rosters', {
    body: { worksiteId, ...rosterOf([], unclaimedOf(['ROSSI M.', 'EE'])) },
  });
  const { people } = await ceo.ask('GET /api/ceo/worksites/:id/invitations', { params: { id: worksiteId } });
  const unclaimedId = people[0]!.id;
  const { url } = (await invite(ceo, worksiteId, isPersonal ? { unclaimedId } : {})).body;
  const loader = await first.signIn({ worksiteId, mayLoadShifts: true });
  // a caller without a session
  return { worksiteId, ceo, loader, anybody: first.nobody, unclaimedId, token: tokenOf(url) };
}
type Invited = Awaited<ReturnType<typeof invited>>;
const invite = (ceo: SignedInCaller, id: string, body: { unclaimedId?: string }) =>
  ceo.call('POST /api/ceo/worksites/:id/invitations', { params: { id }, body });
const tokenOf = (url: string): string => new URL(url).hash.slice(1);
const statusOf = (token: string) => first.nobody.statusOf('POST /api/auth/invitation', { body: { token } });
const register = ({ anybody, worksiteId, token }: Invited) =>
  anybody.call('POST /api/auth/register', {
    body: {
      email: `${crypto.randomUUID()}@example.it`,
      password: 'Turnario!2026',
      firstName: 'Mario',
      lastName: 'Rossi',
      worksiteId,
      acceptedTerms: true,
      role: 'operatore',
      invitation: token,
    },
  });
/** How many of the days are proposed to whom. */
const proposals = (worksiteId: string) =>
  first.database.many<{ userId: string; days: number }>(sql`
    select r.user_id, count(*) as days from roster_rows r join rosters o on o.id = r.roster_id
    where o.worksite_id = ${worksiteId} group by r.user_id`);

race('two people register with one personal invitation: one gets the shifts, the other a refusal', invited, {
  calls: [register, register],
  allowed: ['201 / 410 invitation_over', '410 invitation_over / 201'],
  after: async ({ worksiteId }) => expect(await proposals(worksiteId)).toMatchObject([{ days: 2 }]),
});

race(
  'a loader assigns shifts while somebody claims them: one of them gets them',
  async () => {
    const given = await invited();
    return { ...given, giulia: await first.signIn({ worksiteId: given.worksiteId }) };
  },
  {
    calls: [
      register,
      ({ loader, unclaimedId, giulia }) =>
        loader.call('POST /api/rosters/unclaimed/:id/assign', {
          params: { id: unclaimedId },
          body: { userId: giulia.id },
        }),
    ],
    allowed: ['201 / 404 not_found', '410 invitation_over / 200'],
    after: async ({ worksiteId, giulia }, [registered]) => {
      const rows = await proposals(worksiteId);
      expect(rows).toMatchObject([{ days: 2 }]);
      expect(rows[0]!.userId === giulia.id).toBe(registered !== '201');
    },
  },
);

race(
  'the access code changes while somebody registers with the worksite’s invitation',
  () => invited(false),
  {
    calls: [register, ({ ceo, worksiteId }) => ceo.changeWorksite(worksiteId, { accessCode: 'UN-ALTRO' })],
    allowed: ['201 / 200', '410 invitation_over / 200'],
    after: async ({ token }) => expect(await statusOf(token)).toBe(410),
  },
);

for (const isRenewed of [false, true]) {
  race(`a personal invitation is ${isRenewed ? 'renewed' : 'ended'} while somebody claims it`, invited, {
    calls: [
      register,
      ({ ceo, worksiteId, unclaimedId }) =>
        isRenewed
          ? invite(ceo, worksiteId, { unclaimedId })
          : ceo.call('DELETE /api/ceo/worksites/:id/invitations', {
              params: { id: worksiteId },
              query: { unclaimedId },
            }),
    ],
    allowed: isRenewed
      ? ['201 / 404 not_found', '410 invitation_over / 201']
      : ['201 / 204', '410 invitation_over / 204'],
    after: async ({ ceo, worksiteId, token }, [registered]) => {
      const isClaimed = registered === '201';
      expect(await proposals(worksiteId)).toMatchObject(isClaimed ? [{ days: 2 }] : []);
      const { people } = await ceo.ask('GET /api/ceo/worksites/:id/invitations', {
        params: { id: worksiteId },
      });
      expect(people.map(({ invitation }) => invitation !== null)).toEqual(isClaimed ? [] : [isRenewed]);
      expect(await statusOf(token)).toBe(410);
    },
  });
}

const made: string[] = [];
const inviteAgain = async ({ ceo, worksiteId }: Invited) => {
  const answer = await invite(ceo, worksiteId, {});
  made.push(tokenOf(answer.body.url));
  return answer;
};
race('two invitations are created at once: the later one works, the other is void', () => invited(false), {
  calls: [inviteAgain, inviteAgain],
  allowed: ['201 / 201'],
  after: async () => expect((await Promise.all(made.splice(0).map(statusOf))).toSorted()).toEqual([200, 410]),
});
