import { z } from 'zod';

/**
 * Answer of `GET /api/terms-contact`: what the privacy policy says of this installation. Who decides about the data and
 * where to write about them, null where nobody was named; how long past days and records of acts are kept.
 */
export const termsContactSchema = z.object({
  controller: z.object({ name: z.string(), seat: z.string().nullable() }).nullable(),
  contact: z.string().nullable(),
  retention: z.object({ daysMonths: z.int(), auditYears: z.int() }),
});
export type TermsContact = z.infer<typeof termsContactSchema>;
