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

/** Stored and sent. `pre_accettata` is a label of an open request with pre-acceptances, never a status. */
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

/** The five tabs of the exchange screen, in their order; each request is in at most one of a viewer's tabs. */
export const exchangeTabs = ['disponibili', 'pre-accettati', 'mie', 'rifiutati', 'completati'] as const;
export type ExchangeTab = (typeof exchangeTabs)[number];

/** What the viewer may do, decided by the server; `reason` says in Italian why not. */
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
  /** Everything the colleague would give, by day; one duty in a swap of single shifts. */
  offeredDuties: z.array(entrySchema),
  /** Taxi kinds: the touched weeks of both people as they would be; null while it cannot be taken. */
  preview: z.array(weekPreviewSchema).nullable(),
  createdAt: z.string(),
  /** Fingerprint of the offer as it is stored: withdrawn and made again it is another one. */
  version: z.string(),
  /** Whether the requester may take it now. */
  confirm: permissionSchema,
});

/**
 * A request in a list: what is given for what, whose it is, where it stands, whether the viewer can take it, and what a yes to it
 * needs.
 */
export const exchangeRowSchema = z.object({
  id: idSchema,
  /** Fingerprint of what is offered and wanted: the same until the requester changes one of the two. */
  version: z.string(),
  kind: z.enum(exchangeKinds),
  requesterId: idSchema,
  requesterName: z.string(),
  requesterContractHours: z.int(),
  requesterRole: z.enum(roles),
  requesterWorksite: z.string(),
  offeredShiftId: idSchema.nullable(),
  /** The first duty, by day, of what is left of what the requester gives; of holidays the first day of their week. */
  offeredShift: entrySchema,
  /** Taxi kinds: both weeks, Saturday to Friday; the same one twice for `settimana`. */
  weeks: swapWeeksSchema.nullable(),
  requestedShiftType: z.enum(shiftTypes).nullable(),
  requestedDate: z.string(),
  /** Whether it is a `giorno`. */
  acceptFlexibleDates: z.boolean(),
  /**
   * `giorno`: the days on which the requester would work instead and still could; for colleagues, of any day within so
   * many, those on which they work an equally long shift.
   */
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
  /** The viewer pre-accepted and was not chosen, or the offer ended without them. */
  isLapsed: z.boolean(),
  /** The requester has confirmed an offer, and the swap waits for approval: labelled `in_approvazione`. */
  isAwaitingApproval: z.boolean(),
  preAcceptanceCount: z.int(),
  /** For the requester of an open one: somebody said no or was refused, and nobody else could take it then. */
  nobodyLeft: z.boolean(),
  /** Filled for the requester only; others see the count. */
  preAcceptedBy: z.array(rowOfferSchema),
  tab: z.enum(exchangeTabs).nullable(),
  /** 0 to 100. */
  matchScore: z.int(),
  /**
   * Everything the viewer gives or would give, by day; empty for the requester. Of a `giorno` that is not answered yet all
   * that could be given.
   */
  ownDuties: z.array(entrySchema),
  preAccept: permissionSchema,
  /** A colleague's open request and an own one each offer what the other wants, and the two can swap. */
  isMirrored: z.boolean(),
});
export type ExchangeRow = z.infer<typeof exchangeRowSchema>;

/** A request as its opened card shows it: its row, whether its offers can be taken, and what a swap of weeks or days would change. */
export const exchangeRequestSchema = exchangeRowSchema.extend({
  /**
   * What the requester gives, by day. `settimana`: the working days that are left of the week; `ferie`: the holiday week,
   * and for the requester also the wanted week. What a closed request offered, or what was swapped.
   */
  offeredDuties: z.array(entrySchema),
  closedAt: z.string().nullable(),
  /** For the two people whose swap waits for approval: whose offer was confirmed, and when the wait ends without a swap. */
  awaitedAccepterId: idSchema.nullable(),
  approvalUntil: z.string().nullable(),
  /** Filled for the requester only; others see the count. */
  preAcceptedBy: z.array(preAcceptanceSchema),
  /**
   * An open `giorno` of a colleague: the own shifts of which one can be given now, by day; `isMirror` where an own request
   * offers it for just what this one offers.
   */
  choices: z.array(entrySchema.extend({ shiftId: idSchema, isMirror: z.boolean() })),
  /** Taxi kinds, for a colleague who can or did pre-accept: the touched weeks of both people as they would be. */
  preview: z.array(weekPreviewSchema).nullable(),
  /** The colleague's request that mirrors an own one, to be pre-accepted; null where they have pre-accepted this one. */
  mirrorId: idSchema.nullable(),
  /** As in its row, and of an own one whether a colleague's mirrors it; told to these two. */
  isMirrored: z.boolean(),
});
export type ExchangeRequest = z.infer<typeof exchangeRequestSchema>;

export const exchangeListSchema = z.object({
  requests: z.array(exchangeRowSchema),
  nextCursor: z.string().nullable(),
});
export type ExchangeList = z.infer<typeof exchangeListSchema>;

export const exchangeCountsSchema = z.object({
  /** How many each tab holds, those included that can only be seen. */
  counts: z.record(z.enum(exchangeTabs), z.int()),
  /** Of those in `pre-accettati` the viewer's own that wait for their answer. */
  ownWithOffers: z.int(),
});
export type ExchangeCounts = z.infer<typeof exchangeCountsSchema>;

/** How many requests of each list `GET /api/exchange-requests/waiting` answers at most. */
export const mostWaiting = 20;

/**
 * What waits for the viewer's answer, by day: own requests with an offer, and colleagues' requests that mirror an own one
 * and can be pre-accepted.
 */
export const waitingListSchema = z.object({
  requests: z.array(exchangeRequestSchema),
  /** With those beyond the ones that are listed. */
  total: z.int(),
  /** Besides, available requests that ask for just what the viewer would give, by day. */
  fitting: z.array(exchangeRowSchema),
  fittingTotal: z.int(),
});
export type WaitingList = z.infer<typeof waitingListSchema>;

export const exchangeAnswerSchema = z.object({ request: exchangeRequestSchema });

export const publicationAnswerSchema = exchangeAnswerSchema.extend({
  /** How many colleagues were notified; null for `ferie`: who has a holiday is nobody else's to know. */
  toldCount: z.int().nullable(),
});
export type PublicationAnswer = z.infer<typeof publicationAnswerSchema>;

export const confirmationAnswerSchema = exchangeAnswerSchema.extend({
  /** The mails about it can leave: an account to send them from is set. */
  canSendMails: z.boolean(),
});
