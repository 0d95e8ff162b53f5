import { z } from 'zod';

/** Answer of `GET /api/terms-contact`: where to write about personal data; null where nobody was named. */
export const termsContactSchema = z.object({ contact: z.string().nullable() });
export type TermsContact = z.infer<typeof termsContactSchema>;
