import { z } from 'zod';
import { shiftTypes } from '../shifts/duty.ts';
import { entrySchema } from '../shifts/schema.ts';
import { idSchema } from '../text.ts';
import { roles } from '../users/schema.ts';
import { withinDaysChoices } from './askedDays.ts';
import { exchangeKinds } from './kinds.ts';
import { requestTextsSchema } from './requestTexts.ts';
import { swapWeeksSchema, weekPreviewSchema } from './weeks.ts';

export { type ExchangeKind, exchangeKinds } from './kinds.ts';

/** As stored and sent. `pre_accettata` is a label of open requests with pre-acceptances, never a status. */
export const exchangeStatuses = ['aperta', 'completata', 'rifiutata', 'annullata'] as const;
export type ExchangeStatus = (typeof exchangeStatuses)[number];

export const closeReasons = [
  'swapped_elsewhere',
  'day_begun',
  'shift_changed',
  'owner_changed',
  'owner_deactivated',
  'nobody_left',
] as const;
export type CloseReason = (typeof closeReasons)[number];

/** The five tabs of the exchange screen, in order; a request is in at most one of a viewer's tabs. */
export const exchangeTabs = ['disponibili', 'pre-accettati', 'mie', 'rifiutati', 'completati'] as const;
export type ExchangeTab = (typeof exchangeTabs)[number];

/** Whether the server allows an action to the viewer; `reason`: why not, in Italian. */
export const permissionSchema = z.object({ isAllowed: z.boolean(), reason: z.string().nullable() });

/** A colleague's offer in a list. */
const rowOfferSchema = z.object({
  userId: idSchema,
  name: z.string(),
  contractHours: z.int(),
  role: z.enum(roles),
  offeredShift: entrySchema,
});

const preAcceptanceSchema = rowOfferSchema.extend({
  /** Everything the colleague would give, by day; a single duty in swaps of single shifts. */
  offeredDuties: z.array(entrySchema),
  /** Taxi kinds: both people's affected weeks after the swap; null while it cannot be taken. */
  preview: z.array(weekPreviewSchema).nullable(),
  createdAt: z.string(),
  /** Fingerprint of the stored offer; changes if it is withdrawn and made again. */
  version: z.string(),
  /** Whether the requester may take it now. */
  confirm: permissionSchema,
});

/** A request in a list, with everything a pre-acceptance needs. */
export const exchangeRowSchema = z.object({
  id: idSchema,
  /** Fingerprint of what is offered and wanted; changes only if the requester changes either. */
  version: z.string(),
  kind: z.enum(exchangeKinds),
  requesterId: idSchema,
  requesterName: z.string(),
  requesterContractHours: z.int(),
  requesterRole: z.enum(roles),
  requesterWorksite: z.string(),
  offeredShiftId: idSchema.nullable(),
  /** The first of the requester's remaining duties, by day; for holidays the first day of their week. */
  offeredShift: entrySchema,
  /** Taxi kinds: both weeks, Saturday to Friday; equal for `settimana`. */
  weeks: swapWeeksSchema.nullable(),
  requestedShiftType: z.enum(shiftTypes).nullable(),
  requestedDate: z.string(),
  /** Whether it is a `giorno`. */
  acceptFlexibleDates: z.boolean(),
  /** `giorno`: the days on which the requester would work instead and still could; see `seenDays` for what colleagues get. */
  acceptableDays: z.array(z.string()),
  withinDays: z.literal([...withinDaysChoices]).nullable(),
  ...requestTextsSchema.shape,
  status: z.enum(exchangeStatuses),
  closeReason: z.enum(closeReasons).nullable(),
  createdAt: z.string(),
  responderId: idSchema.nullable(),
  responderName: z.string().nullable(),
  userHasPreAccepted: z.boolean(),
  userHasRejected: z.boolean(),
  /** The viewer's pre-acceptance was not chosen, or lapsed. */
  isLapsed: z.boolean(),
  /** The requester has confirmed an offer and the swap awaits approval: labelled `in_approvazione`. */
  isAwaitingApproval: z.boolean(),
  preAcceptanceCount: z.int(),
  /** For the requester, while open: somebody declined or was refused, and nobody else could take it then. */
  nobodyLeft: z.boolean(),
  /** Filled for the requester only; others see the count. */
  preAcceptedBy: z.array(rowOfferSchema),
  tab: z.enum(exchangeTabs).nullable(),
  /** 0 to 100. */
  matchScore: z.int(),
  /**
   * Everything the viewer gives or would give, by day; empty for the requester. For an unanswered `giorno`, all shifts
   * they could give.
   */
  ownDuties: z.array(entrySchema),
  preAccept: permissionSchema,
  /** A colleague's open request and one of the viewer's mirror each other, and the two can swap. */
  isMirrored: z.boolean(),
});
export type ExchangeRow = z.infer<typeof exchangeRowSchema>;

/** A request as its card shows it: adds whether its offers can be taken, and what a swap of weeks or days would change. */
export const exchangeRequestSchema = exchangeRowSchema.extend({
  /**
   * What the requester gives, by day. `settimana`: the remaining working days of the week; `ferie`: the holiday week,
   * for the requester also the wanted week. Closed requests: what was offered or swapped.
   */
  offeredDuties: z.array(entrySchema),
  closedAt: z.string().nullable(),
  /** For the two people of a swap awaiting approval: whose offer was confirmed, and when the wait ends. */
  awaitedAccepterId: idSchema.nullable(),
  approvalUntil: z.string().nullable(),
  /** Filled for the requester only; others see the count. */
  preAcceptedBy: z.array(preAcceptanceSchema),
  /**
   * A colleague's open `giorno`: the viewer's shifts that can be given now, by day; `isMirror` if a request of the
   * viewer's offers that shift for exactly this one.
   */
  choices: z.array(entrySchema.extend({ shiftId: idSchema, isMirror: z.boolean() })),
  /** Taxi kinds, for a colleague who can or did pre-accept: both people's affected weeks after the swap. */
  preview: z.array(weekPreviewSchema).nullable(),
  /** The colleague's request to pre-accept because it mirrors one of the viewer's; null if they pre-accepted this one. */
  mirrorId: idSchema.nullable(),
  /** As in the row; for the viewer's own request, whether a colleague's mirrors it. Only these two people see it. */
  isMirrored: z.boolean(),
});
export type ExchangeRequest = z.infer<typeof exchangeRequestSchema>;

export const exchangeListSchema = z.object({
  requests: z.array(exchangeRowSchema),
  nextCursor: z.string().nullable(),
});
export type ExchangeList = z.infer<typeof exchangeListSchema>;

export const exchangeCountsSchema = z.object({
  /** How many requests each tab has, including those that can only be viewed. */
  counts: z.record(z.enum(exchangeTabs), z.int()),
  /** The viewer's own requests in `pre-accettati` that await their answer. */
  ownWithOffers: z.int(),
});
export type ExchangeCounts = z.infer<typeof exchangeCountsSchema>;

/** The most requests of each list that `GET /api/exchange-requests/waiting` returns. */
export const mostWaiting = 20;

/**
 * What awaits the viewer's answer, by day: own requests with an offer, and colleagues' requests that mirror one of
 * theirs and can be pre-accepted.
 */
export const waitingListSchema = z.object({
  requests: z.array(exchangeRequestSchema),
  /** Including those not listed. */
  total: z.int(),
  /** Other available requests that want exactly what the viewer would give, by day. */
  fitting: z.array(exchangeRowSchema),
  fittingTotal: z.int(),
});
export type WaitingList = z.infer<typeof waitingListSchema>;

export const exchangeAnswerSchema = z.object({ request: exchangeRequestSchema });

export const publicationAnswerSchema = exchangeAnswerSchema.extend({
  /** How many colleagues were notified; null for `ferie`, since holidays are private. */
  toldCount: z.int().nullable(),
});
export type PublicationAnswer = z.infer<typeof publicationAnswerSchema>;

export const confirmationAnswerSchema = exchangeAnswerSchema.extend({
  /** Whether mails can be sent: an account is set up. */
  canSendMails: z.boolean(),
});
