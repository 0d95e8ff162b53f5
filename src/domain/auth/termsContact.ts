import { z } from 'zod';

/**
 * Answer of `GET /api/terms-contact`: this installation's part of the privacy policy. The data controller and contact,
 * null if not configured, and how long past days and audit records are kept.
 */
export const termsContactSchema = z.object({
  controller: z.object({ name: z.string(), seat: z.string().nullable() }).nullable(),
  contact: z.string().nullable(),
  retention: z.object({ daysMonths: z.int(), auditYears: z.int() }),
});
export type TermsContact = z.infer<typeof termsContactSchema>;
