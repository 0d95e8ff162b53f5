import { z } from 'zod';
import { ownSessionSchema } from '../auth/ownAccount.ts';
import { withinDaysChoices } from '../exchanges/askedDays.ts';
import { requestTextsSchema } from '../exchanges/requestTexts.ts';
import { completedSwapSchema } from '../exchanges/schema.completed.ts';
import { closeReasons, exchangeKinds, exchangeStatuses } from '../exchanges/schema.ts';
import { mailPreferencesSchema } from '../mail/news.ts';
import { pushDeviceSchema, pushStateSchema } from '../notifications/push/schema.ts';
import { notificationSchema } from '../notifications/schema.ts';
import { answeredDutySchema } from '../rosters/schema.answers.ts';
import { shiftTypes } from '../shifts/duty.ts';
import { feedStateSchema } from '../shifts/schema.feed.ts';
import { entrySchema, shiftPatternSchema, shiftSchema } from '../shifts/schema.ts';
import { userSchema } from './schema.ts';

const instant = z.string();
const duties = z.array(entrySchema);

/**
 * Answer of `GET /api/users/{id}/data`: everything stored about a person, for them to export (GDPR, articles 15 and
 * 20). About other people only what the person's own screens show: the partner's name in a completed swap, the texts of
 * notifications.
 */
export const ownDataSchema = z.object({
  exportedAt: instant,
  account: userSchema
    .pick({
      id: true,
      email: true,
      firstName: true,
      lastName: true,
      role: true,
      contractHours: true,
      enableFlexibleShifts: true,
      taxiLicense: true,
      phoneNumber: true,
      mayReviewCodes: true,
      mayApproveSwaps: true,
      mayLoadShifts: true,
      acceptedTermsAt: true,
      createdAt: true,
    })
    .extend({
      worksite: z.string(),
      acceptedTermsVersion: z.string().nullable(),
      lastActiveOn: z.string().nullable(),
    }),
  sessions: z.array(ownSessionSchema.omit({ isCurrent: true })),
  /** The secret calendar feed; its address is not stored. */
  calendarFeed: feedStateSchema,
  /** The devices for pushes, and the person's preferences. */
  push: pushStateSchema.pick({ preferences: true }).extend({
    devices: z.array(pushDeviceSchema.omit({ isCurrent: true })),
  }),
  /** The mail subjects that are switched off. */
  mailSubjectsOff: mailPreferencesSchema.shape.subjectsOff,
  shifts: z.array(shiftSchema),
  shiftPatterns: z.array(shiftPatternSchema),
  /** The person's days in rosters. */
  rosterDays: z.array(
    z.object({
      title: z.string(),
      loadedAt: instant,
      day: z.string(),
      duty: answeredDutySchema.nullable(),
      status: z.string(),
      answeredAt: instant.nullable(),
    }),
  ),
  /** Names in roster files that somebody assigned to the person, as written by `keyOfName`. */
  rosterNames: z.array(z.object({ name: z.string(), saidAt: instant })),
  requests: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(exchangeKinds),
      status: z.enum(exchangeStatuses),
      offeredDuties: duties,
      requestedDate: z.string(),
      requestedShiftType: z.enum(shiftTypes).nullable(),
      /** `giorno` only. */
      acceptableDays: z.array(z.string()).nullable(),
      withinDays: z.literal([...withinDaysChoices]).nullable(),
      ...requestTextsSchema.shape,
      createdAt: instant,
      closedAt: instant.nullable(),
      closeReason: z.enum(closeReasons).nullable(),
    }),
  ),
  offers: z.array(
    z.object({
      requestId: z.string(),
      requestedDate: z.string(),
      status: z.enum(['offerta', 'scelta', 'ritirata', 'rifiutata', 'decaduta']),
      offeredDuties: duties,
      createdAt: instant,
      updatedAt: instant,
    }),
  ),
  rejections: z.array(z.object({ requestId: z.string(), requestedDate: z.string(), createdAt: instant })),
  completedSwaps: z.array(
    completedSwapSchema.pick({
      id: true,
      partnerName: true,
      partnerLicenseNumber: true,
      partnerPhone: true,
      exchangeDate: true,
      completedAt: true,
      gave: true,
      received: true,
    }),
  ),
  notifications: z.array(
    notificationSchema.pick({ type: true, title: true, message: true, isRead: true, createdAt: true }),
  ),
  operationCodes: z.array(
    z.object({
      type: z.string(),
      code: z.string(),
      description: z.string().nullable(),
      status: z.string(),
      submittedAt: instant,
      reviewedAt: instant.nullable(),
      rejectionReason: z.string().nullable(),
    }),
  ),
  mails: z.array(
    z.object({
      kind: z.string(),
      recipient: z.string(),
      subject: z.string(),
      status: z.string(),
      createdAt: instant,
      sentAt: instant.nullable(),
    }),
  ),
});
export type OwnData = z.infer<typeof ownDataSchema>;
