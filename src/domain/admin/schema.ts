import { z } from 'zod';
import { daySchema } from '../calendar/schema.ts';
import { operationTypes } from '../operations/schema.ts';
import { entrySchema } from '../shifts/schema.ts';
import { codeText, idSchema, typedLine } from '../text.ts';
import { roles } from '../users/schema.ts';
import { worksiteVariants } from '../worksites/schema.ts';

/** Window of 'new users' (specification, section 9). */
export const newUserDays = 7;
/** How many of the latest entries the admin panel shows (specification, section 9). */
export const recentShiftCount = 20;

export const adminSummarySchema = z.object({
  users: z.object({ total: z.int(), active: z.int(), new: z.int() }),
  worksites: z.object({ total: z.int(), active: z.int() }),
  shifts: z.object({ total: z.int(), future: z.int() }),
});
export type AdminSummary = z.infer<typeof adminSummarySchema>;

export const adminUserSchema = z.object({
  id: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  isActive: z.boolean(),
  contractHours: z.int(),
  enableFlexibleShifts: z.boolean(),
  taxiLicense: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  mayReviewCodes: z.boolean(),
  mayApproveSwaps: z.boolean(),
  mayLoadShifts: z.boolean(),
  createdAt: z.string(),
  /** The last day on which they used the product. */
  lastActiveOn: z.string().nullable(),
  worksiteId: idSchema,
  worksite: z.object({ name: z.string() }),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Query of the lists of people: word prefixes to find in names, e-mail and licence. */
export const userListQuerySchema = z.strictObject({
  search: typedLine(120).optional(),
  worksiteId: idSchema.optional(),
  /** Only accounts created on or after this day in Rome. */
  joinedSince: daySchema.optional(),
  cursor: codeText(600).optional(),
});
export type UserListQuery = z.infer<typeof userListQuerySchema>;

/** A page of people, by last name, first name. */
export const userListSchema = z.object({
  users: z.array(adminUserSchema),
  nextCursor: z.string().nullable(),
});
export type UserList = z.infer<typeof userListSchema>;

export const userGroupSchema = z.object({
  worksiteId: idSchema,
  name: z.string(),
  isActive: z.boolean(),
  userCount: z.int(),
  activeCount: z.int(),
});
export type UserGroup = z.infer<typeof userGroupSchema>;

/** Answer of `GET /api/ceo/registrations/page`: worksites with matching people, by name, and a page of the people. */
export const registrationListSchema = userListSchema.extend({ groups: z.array(userGroupSchema) });
export type RegistrationList = z.infer<typeof registrationListSchema>;

export const adminWorksiteSchema = z.object({
  id: idSchema,
  name: z.string(),
  isActive: z.boolean(),
  variant: z.enum(worksiteVariants),
  users: z.object({ total: z.int(), active: z.int() }),
  roles: z.record(z.enum(roles), z.int()),
  shifts: z.object({
    total: z.int(),
    future: z.int(),
    sede: z.int(),
    smartWorking: z.int(),
    /** Rest, holidays and sick days together. */
    away: z.int(),
  }),
});
export type AdminWorksite = z.infer<typeof adminWorksiteSchema>;
export const adminWorksiteListSchema = z.array(adminWorksiteSchema);

export const adminShiftSchema = entrySchema.omit({ shiftType: true }).extend({
  id: idSchema,
  userId: idSchema,
  userFirstName: z.string(),
  userLastName: z.string(),
  worksiteName: z.string(),
  createdAt: z.string(),
});
export type AdminShift = z.infer<typeof adminShiftSchema>;
export const adminShiftListSchema = z.array(adminShiftSchema);

/** Body of `PATCH /api/ceo/users/{id}/permissions`: only those to change. */
export const userPermissionsSchema = z
  .object({
    mayReviewCodes: z.boolean().optional(),
    mayApproveSwaps: z.boolean().optional(),
    mayLoadShifts: z.boolean().optional(),
  })
  .refine((given) => Object.values(given).some((is) => is !== undefined), 'Scegli un permesso');
export type UserPermissions = z.output<typeof userPermissionsSchema>;

/** Query of the audit: by actor, person concerned, action, and days in Rome (both included). */
export const auditFilterSchema = z.strictObject({
  actorId: idSchema.optional(),
  /** The person acted as, or the one concerned. */
  personId: idSchema.optional(),
  action: codeText(60).optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;
export const auditQuerySchema = auditFilterSchema.extend({ cursor: codeText(200).optional() });

const namedSchema = z.object({ id: idSchema, name: z.string() });

export const auditEntrySchema = z.object({
  id: z.int(),
  at: z.string(),
  /** Null for the product itself (jobs); the name is null once the account is gone. */
  actor: z.object({ id: idSchema, name: z.string().nullable() }).nullable(),
  actedAs: z.object({ id: idSchema, name: z.string().nullable() }).nullable(),
  worksiteName: z.string().nullable(),
  action: z.string(),
  targetType: z.string(),
  targetId: idSchema.nullable(),
  /** The person or worksite concerned, if it still exists. */
  targetName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditListSchema = z.object({
  entries: z.array(auditEntrySchema),
  nextCursor: z.string().nullable(),
  /** For the filters: the admins, and the person of `personId`. */
  actors: z.array(namedSchema),
  person: namedSchema.nullable(),
});
export type AuditList = z.infer<typeof auditListSchema>;

/** The CEO's overview; 12 weeks of swaps, from the oldest to the current one. */
export const overviewSchema = z.object({
  swapsPerWeek: z.array(z.object({ from: z.string(), swaps: z.int() })),
  openRequests: z.int(),
  /** Of these, open for more than 48 hours. */
  openLong: z.int(),
  /** Requests closed in these 12 weeks, and how many of them led to a swap. */
  closed: z.int(),
  foundPartner: z.int(),
  mail: z.object({ queued: z.int(), failed: z.int(), unsure: z.int() }),
});
export type Overview = z.infer<typeof overviewSchema>;
export const attentionSchema = z.object({
  /** Operation codes awaiting review. */
  codes: z.record(z.enum(operationTypes), z.int()),
  mail: overviewSchema.shape.mail,
  /** Whether an account to send mail from is set up. */
  isMailReady: z.boolean(),
  /** Today in Rome. */
  failedSignIns: z.int(),
  /** People who joined since the day `newUserDays` ago. */
  newPeople: z.int(),
  /** People who cannot be reached while the page is closed: no device and no mail. 1000 means as many or more. */
  unreachable: z.int(),
});
export type Attention = z.infer<typeof attentionSchema>;

export const overviewWeeks = 12;
export const longOpenHours = 48;

export const exportParamsSchema = z.object({
  kind: z.enum(['users', 'shifts'], 'Si scaricano le persone (users) o i turni (shifts)'),
});
