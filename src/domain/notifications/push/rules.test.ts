import { describe, expect, test } from 'vitest';
import { endOfQuiet, outcomeOfStatus, planPushes, type QueuedPush } from './rules.ts';
import { defaultPushPreferences } from './schema.ts';

const noon = '2026-11-16T11:00:00.000Z';
const night = '2026-11-16T22:30:00.000Z';
const morning = '2026-11-17T06:00:00.000Z';

let count = 0;
function queued(push: Partial<QueuedPush> = {}): QueuedPush {
  count += 1;
  return {
    id: `p${count}`,
    type: 'request_pre_accepted',
    requestId: `r${count}`,
    title: 'Richiesta pre-accettata',
    message: 'Marco Bianchi accetta lo scambio.',
    isSettled: false,
    beginsAt: '2026-11-20T05:00:00.000Z',
    // each from its own event
    queuedAt: new Date(Date.parse('2026-11-16T10:59:00.000Z') + count).toISOString(),
    wasHeld: false,
    ...push,
  };
}

const plan = (pushes: QueuedPush[], now = noon, preferences = {}) =>
  planPushes(pushes, { ...defaultPushPreferences, ...preferences }, now);

describe('quiet hours', () => {
  test.each([
    ['2026-11-16T20:59:59.000Z', null],
    ['2026-11-16T21:00:00.000Z', morning],
    ['2026-11-17T05:59:59.000Z', morning],
    ['2026-11-17T06:00:00.000Z', null],
    // clocks go forward in this night, and back in the other
    ['2026-03-28T22:00:00.000Z', '2026-03-29T05:00:00.000Z'],
    ['2026-10-24T21:00:00.000Z', '2026-10-25T06:00:00.000Z'],
  ])('at %s they end at %s', (now, end) => {
    expect(endOfQuiet(now, defaultPushPreferences)).toBe(end);
  });

  test('they may lie within a day, or be off', () => {
    expect(endOfQuiet(noon, { quietFrom: '12:00', quietTo: '14:00' })).toBe('2026-11-16T13:00:00.000Z');
    expect(endOfQuiet(noon, { quietFrom: '12:30', quietTo: '14:00' })).toBeNull();
    expect(endOfQuiet(noon, { quietFrom: '12:00', quietTo: '12:00' })).toBeNull();
  });

  test('they hold everything except what begins before they end', () => {
    const queuedAt = '2026-11-16T22:00:00.000Z';
    const urgent = queued({ beginsAt: '2026-11-17T05:59:00.000Z', queuedAt });
    const later = queued({ beginsAt: morning, queuedAt });
    const other = queued({ beginsAt: null, queuedAt, type: 'roster_arrived', requestId: null });
    // what has begun is no longer urgent: the news of an expired request can wait
    const begun = queued({ beginsAt: queuedAt, queuedAt, type: 'shift_updated' });
    const { held, heldUntil, messages, dropped } = plan([urgent, later, other, begun], night);
    expect([held, heldUntil, dropped]).toEqual([[later.id, other.id, begun.id], morning, []]);
    expect(messages.map(({ ids }) => ids)).toEqual([[urgent.id]]);
  });

  test('when they end, settled notifications are dropped and the rest become one message', () => {
    const wasHeld = true;
    const [one, over, two, three] = [
      queued({ wasHeld }),
      queued({ wasHeld, isSettled: true }),
      queued({ wasHeld }),
      queued({}),
    ] as const;
    const { messages, dropped } = plan([one, over, two, three]);
    expect(dropped).toEqual([over.id]);
    expect(messages).toMatchObject([
      { ids: [one.id, two.id, three.id], title: '3 novità in Turnario', path: '/', tag: 'turnario' },
    ]);
    expect(plan([one, over]).messages).toMatchObject([{ title: 'C’è un’offerta per un tuo turno' }]);
  });
});

describe('what is sent', () => {
  test('names, days and reasons are hidden unless the person opted in', () => {
    const push = queued({ queuedAt: '2026-11-16T10:59:00.000Z' });
    const discreet = { title: 'C’è un’offerta per un tuo turno', body: 'Tocca per aprire Turnario.' };
    expect(plan([push]).messages).toMatchObject([
      { ...discreet, path: `/exchanges?highlight=${push.requestId}`, uselessAt: '2026-11-17T10:59:00.000Z' },
    ]);
    const full = { title: 'Richiesta pre-accettata', body: 'Marco Bianchi accetta lo scambio.' };
    expect(plan([push], noon, { showsDetails: true }).messages).toMatchObject([full]);
  });

  test('notifications of one request become one message with the latest text', () => {
    const requestId = 'r';
    const pushes = [
      queued({ requestId, type: 'new_exchange_request' }),
      queued({ requestId, type: 'exchange_match' }),
      queued({}),
    ];
    const { messages } = plan(pushes);
    expect(messages).toMatchObject([
      { ids: [pushes[0]?.id, pushes[1]?.id], tag: 'r', title: 'C’è uno scambio che fa per te' },
      { ids: [pushes[2]?.id] },
    ]);
  });

  test.each([
    ['request_pre_accepted', 'r', '/exchanges?highlight=r'],
    ['exchange_completed', 'r', '/exchanges?highlight=r'],
    ['approval_wanted', 'r', '/?approva=r'],
    ['rules_changed', null, '/exchanges'],
    ['roster_arrived', null, '/tabellone'],
    ['roster_changed', null, '/calendar'],
    ['operation_reviewed', null, '/operazioni?di=me'],
    ['impersonation', null, '/'],
  ] as const)('a tap on %s of request %s opens %s', (type, requestId, path) => {
    expect(plan([queued({ type, requestId })]).messages).toMatchObject([{ path }]);
  });

  test('one event about several matters becomes one message', () => {
    const queuedAt = '2026-11-16T10:58:00.000Z';
    const [a, b, c] = [queued({ queuedAt }), queued({ queuedAt }), queued()] as const;
    expect(plan([a, b]).messages).toMatchObject([{ ids: [a.id, b.id], title: '2 novità in Turnario' }]);
    expect(plan([a, c]).messages).toHaveLength(2);
    expect(plan([a, b, c]).messages).toMatchObject([{ title: '3 novità in Turnario' }]);
  });

  test('more than three matters at once become one message', () => {
    const [a, b, c, d] = [queued(), queued(), queued(), queued()] as const;
    expect(plan([a, b, c]).messages).toHaveLength(3);
    expect(plan([a, b, c, d]).messages).toMatchObject([{ title: '4 novità in Turnario' }]);
  });

  test('unwanted, late and day-old notifications are not sent', () => {
    const unwanted = queued({});
    const begun = queued({ beginsAt: '2026-11-16T10:59:30.000Z' });
    const old = queued({ queuedAt: '2026-11-15T11:00:00.000Z' });
    const wanted = queued({ type: 'exchange_completed' });
    const { messages, dropped } = plan([unwanted, begun, old, wanted], noon, { subjectsOff: ['offers'] });
    expect(dropped).toEqual([unwanted.id, begun.id, old.id]);
    expect(messages.map(({ ids }) => ids)).toEqual([[wanted.id]]);
    expect(plan([begun, old]).messages).toEqual([]);
  });
});

test.each([
  [200, 'delivered'],
  [201, 'delivered'],
  [204, 'delivered'],
  [301, 'refused'],
  [400, 'refused'],
  [403, 'refused'],
  [404, 'gone'],
  [410, 'gone'],
  [413, 'refused'],
  [429, 'later'],
  [500, 'later'],
  [503, 'later'],
])('%i: %s', (status, kind) => {
  expect(outcomeOfStatus(status, 7)).toEqual(kind === 'later' ? { kind, afterSeconds: 7 } : { kind });
});
