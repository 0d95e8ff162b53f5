import { z } from 'zod';

/** Body of `POST /api/calendar/feed`: what to show besides working shifts; by default nothing. */
export const feedOptionsSchema = z.object({
  withNotes: z.boolean().optional(),
  withAbsences: z.boolean().optional(),
});
export type FeedOptions = Required<z.output<typeof feedOptionsSchema>>;

/** The secret address, returned only once. */
export const feedAddressSchema = z.object({ url: z.string() });
export type FeedAddress = z.infer<typeof feedAddressSchema>;

/** Whether there is a feed, and since when its address is valid. */
export const feedStateSchema = z.object({
  exists: z.boolean(),
  since: z.string().nullable(),
  withNotes: z.boolean(),
  withAbsences: z.boolean(),
});
export type FeedState = z.infer<typeof feedStateSchema>;
