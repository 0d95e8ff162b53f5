import { z } from 'zod';
import { typedText } from '../text.ts';

/** The longest message of a request, in UTF-16 units. */
export const mostMessage = 500;

/** The requester's texts as a call sends them. */
export const textsShape = { message: typedText(mostMessage).nullish() };

/** The texts as stored and returned; null if empty. */
export const requestTextsSchema = z.object({ message: z.string().nullable() });
export type RequestTexts = z.infer<typeof requestTextsSchema>;

/** Picks the texts of a larger object. */
export const textsOf = ({ message }: z.output<z.ZodObject<typeof textsShape>>): RequestTexts => ({
  message: message || null,
});

/** The texts as form values; empty strings if there are none. */
export const typedTextsOf = ({ message }: Partial<RequestTexts>) => ({ message: message ?? '' });
export type TypedTexts = ReturnType<typeof typedTextsOf>;
