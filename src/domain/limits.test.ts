import { expect, test } from 'vitest';
import { longOpenHours, newUserDays, overviewWeeks, recentShiftCount } from './admin/schema.ts';
import { passwordLinkMinutes } from './auth/ownAccount.ts';
import { taxiContractHours } from './auth/schema.ts';
import { heartbeatSeconds } from './events/stream.ts';
import { reminderSeconds } from './exchanges/approval.ts';
import { mostDays, withinDaysChoices } from './exchanges/askedDays.ts';
import { mostApprovals } from './exchanges/schema.approval.ts';
import { mostDayChoices } from './exchanges/schema.preview.ts';
import { mostWaiting } from './exchanges/schema.ts';
import { digestSeconds, newsKeptSeconds } from './mail/news.ts';
import { mailTries } from './mail/rules.ts';
import { mostCountedMails } from './mail/schema.ts';
import { mostNamedCodes } from './operations/notificationTexts.it.ts';
import { mostReviewedAtOnce, mostTextLength } from './operations/schema.ts';
import { daysOfWeeklyRests, weeklyRests, weeksOfAverage } from './rest/limits.ts';
import { mostCandidates, mostNames } from './rosters/remembered.ts';
import { undoHours } from './rosters/schema.answers.ts';
import { personalInvitationDays, wallInvitationDays } from './rosters/schema.invitations.ts';
import { mostFileBytes } from './rosters/schema.table.ts';
import { mostNameCharacters, mostRosterDays, mostRosterPeople } from './rosters/schema.ts';
import { mostAtOnce, takeBackMinutes } from './shifts/bulk.ts';
import { cancelledDays, feedDaysBack } from './shifts/feed.ts';
import { mostDaysOfStep, mostPatterns, mostSteps } from './shifts/patterns.ts';
import { flexibleWeekHours } from './shifts/rules.ts';
import { mostTeam } from './shifts/schema.ts';
import { leastContractHours, mostContractHours } from './users/schema.ts';
import { cutoffChoices } from './worksites/swapPolicy.ts';

// Values fixed by the specification, the law or the documentation, which clients and stored data rely on: changing one
// means deliberately changing it here too.
test.each([
  [
    'contract hours',
    { leastContractHours, mostContractHours, taxiContractHours, flexibleWeekHours },
    [4, 12, 7, 20],
  ],
  ['rest by law', { weeksOfAverage, daysOfWeeklyRests, weeklyRests }, [17, 14, 2]],
  ['the CEO’s panel', { newUserDays, recentShiftCount, overviewWeeks, longOpenHours }, [7, 20, 12, 48]],
  ['links that end', { passwordLinkMinutes, wallInvitationDays, personalInvitationDays }, [30, 30, 7]],
  ['what can be taken back', { takeBackMinutes, undoHours }, [10, 24]],
  [
    'a roster',
    { mostRosterPeople, mostRosterDays, mostNameCharacters, mostNames, mostCandidates },
    [400, 62, 120, 400, 8],
  ],
  ['a roster’s file', { mostFileBytes }, [5_242_880]],
  ['patterns', { mostSteps, mostDaysOfStep, mostPatterns }, [12, 31, 10]],
  ['lists', { mostAtOnce, mostTeam, mostWaiting, mostApprovals, mostDayChoices }, [366, 300, 20, 20, 62]],
  ['a feed', { feedDaysBack, cancelledDays }, [31, 30]],
  ['days for a day', { mostDays }, [31]],
  [
    'mails',
    { digestSeconds, newsKeptSeconds, mostAttempts: mailTries.mostAttempts, mostCountedMails },
    [900, 86_400, 20, 1000],
  ],
  ['an approval', { reminderSeconds }, [86_400]],
  ['codes', { mostTextLength, mostReviewedAtOnce, mostNamedCodes }, [500, 100, 3]],
  ['the line of events', { heartbeatSeconds }, [20]],
] as const)('%s: %j', (_, limits, values) => expect(Object.values(limits)).toEqual(values));

test('choices', () => {
  expect(cutoffChoices).toEqual([0, 2, 6, 12, 24, 48, 72]);
  expect(withinDaysChoices).toEqual([7, 14]);
  expect(mailTries.pauses).toEqual([10, 30, 120, 600, 1800, 3600, 7200, 10_800, 21_600]);
});
