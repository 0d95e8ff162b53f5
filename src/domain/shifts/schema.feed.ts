import { z } from 'zod';

/** Body of `POST /api/calendar/feed`: what besides working shifts is shown. Left out: it is not. */
export const feedOptionsSchema = z.object({
  withNotes: z.boolean().optional(),
  withAbsences: z.boolean().optional(),
});
export type FeedOptions = Required<z.output<typeof feedOptionsSchema>>;

/** The secret address, told this once. */
export const feedAddressSchema = z.object({ url: z.string() });
export type FeedAddress = z.infer<typeof feedAddressSchema>;

/** Whether there is a feed, and since when its address holds. */
export const feedStateSchema = z.object({
  exists: z.boolean(),
  since: z.string().nullable(),
  withNotes: z.boolean(),
  withAbsences: z.boolean(),
});
export type FeedState = z.infer<typeof feedStateSchema>;
