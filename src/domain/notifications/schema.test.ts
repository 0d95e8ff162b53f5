import { expect, test } from 'vitest';
import { isWaiting, needsAction } from './schema.ts';
import { notificationTypes } from './types.ts';

test('an offer, a perfect swap and a roster need an answer; a colleague’s new request does not', () => {
  const asking = notificationTypes.filter((type) => needsAction({ type, isOver: false }));
  expect(asking.toSorted()).toEqual([
    'approval_wanted',
    'exchange_match',
    'new_exchange_request',
    'request_pre_accepted',
    'roster_arrived',
  ]);
  const left = asking.filter((type) => !isWaiting({ type, isOver: false }));
  expect(left).toEqual(['new_exchange_request']);
  const others = notificationTypes.filter((type) => !needsAction({ type, isOver: false }));
  expect(others.filter((type) => isWaiting({ type, isOver: false }))).toEqual([]);
  for (const type of notificationTypes) {
    expect([needsAction({ type, isOver: true }), isWaiting({ type, isOver: true })]).toEqual([false, false]);
  }
});
