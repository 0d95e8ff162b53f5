import type { Page } from '@playwright/test';
import { addDays } from '../../src/domain/calendar/day.ts';
import type { ApprovalList } from '../../src/domain/exchanges/schema.approval.ts';
import type { ExchangeRequest, WaitingList } from '../../src/domain/exchanges/schema.ts';
import type { OperationList } from '../../src/domain/operations/schema.ts';
import type { RosterProposals } from '../../src/domain/rosters/schema.answers.ts';
import type { Session } from '../../src/domain/users/schema.ts';
import { today } from './calendar.ts';

// More than the demo has: answers of the server are changed on their way to the page.

const idAt = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const counts = { offers: 9, matches: 2, approvals: 7 };

/** How much waits: the swaps, the roster and the codes. */
export const everything = counts.offers + counts.matches + counts.approvals + 2;
/** Of it what is answered in Scambi. */
export const swaps = counts.offers + counts.matches;

const duty = {
  date: addDays(today(), 12),
  workLocation: 'sede' as const,
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina' as const,
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
};

/** Lets a bit of everything wait for a person who has a request with an offer, as Giulia in the demo. */
export async function letEverythingWait(page: Page): Promise<void> {
  await letSwapsWait(page);
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as Session;
    if (!response.ok()) return route.fulfill({ response });
    const user = { ...session.user, mayApproveSwaps: true, mayReviewCodes: true };
    return route.fulfill({ response, json: { ...session, user } });
  });
  await page.route('**/api/exchange-requests/approvals', (route) =>
    route.fulfill({ json: { approvals: approvals(), total: counts.approvals } satisfies ApprovalList }),
  );
  await page.route('**/api/rosters/proposals', async (route) => {
    const response = await route.fetch();
    const day = { day: duty.date, kind: 'new' as const, duty: null, now: null, reason: null };
    const proposals = (await response.json()) as RosterProposals;
    const json = { ...proposals, version: 'one', title: 'dicembre', days: [day], acceptable: 1 };
    await route.fulfill({ response, json });
  });
  await page.route('**/api/operations/page?*', (route) => {
    const list = { operations: [], counts: { OPP: 3, Case: 1 }, nextCursor: null };
    return route.fulfill({ json: list satisfies Pick<OperationList, 'counts'> });
  });
}

/** Copies of the person's request with an offer, and of it as a colleague's that mirrors an own one. */
async function letSwapsWait(page: Page): Promise<void> {
  await page.route('**/api/exchange-requests/waiting', async (route) => {
    const response = await route.fetch();
    const { requests } = (await response.json()) as WaitingList;
    const sample = requests.find(({ preAcceptedBy }) => preAcceptedBy.length > 0);
    if (!sample) throw new Error('the demo has no offer for this person');
    const copies = (count: number, from: number, changes: Partial<ExchangeRequest>): ExchangeRequest[] =>
      Array.from({ length: count }, (_, at) => ({ ...sample, id: idAt(from + at), ...changes }));
    const match = { requesterId: idAt(1), requesterName: 'Sara Conti', preAcceptedBy: [], ownDuties: [duty] };
    const all = [...copies(counts.offers, 100, {}), ...copies(counts.matches, 200, match)];
    await route.fulfill({ response, json: { requests: all, total: all.length } satisfies WaitingList });
  });
}

function approvals(): ApprovalList['approvals'] {
  const side = (name: string) => ({ name, gives: [duty], rest: [] });
  return Array.from({ length: counts.approvals }, (_, at) => ({
    id: idAt(300 + at),
    version: String(at),
    kind: 'turno' as const,
    worksiteName: 'Cantiere Tiburtina',
    weeks: null,
    requester: side(`Ada ${at}`),
    accepter: side('Marco Bianchi'),
    isBlocked: false,
    since: '2026-11-20T08:00:00.000Z',
    until: '2026-11-28T08:00:00.000Z',
  }));
}

/** Lets the page show a number on its icon, as if its person had switched notifications on in this browser. */
export async function letShowBadge(page: Page): Promise<void> {
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch();
    const id = response.ok() ? ((await response.json()) as Session).user.id : '';
    await page.evaluate((owner) => localStorage.setItem('turnario.push', owner), id).catch(() => null);
    await route.fallback();
  });
  await page.addInitScript(() => {
    const setAppBadge = async (count: number): Promise<void> =>
      void Object.assign(globalThis, { badge: count });
    Object.assign(navigator, { setAppBadge });
  });
}

export const badgeOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => Reflect.get(globalThis, 'badge') as unknown);
