import { z } from 'zod';
import { typedText } from '../text.ts';

/** The longest message of a request, in UTF-16 units. */
export const mostMessage = 500;

/** What a requester may write, as a call sends it. */
export const textsShape = { message: typedText(mostMessage).nullish() };

/** The same as it is stored and answered: null where nothing is written. */
export const requestTextsSchema = z.object({ message: z.string().nullable() });
export type RequestTexts = z.infer<typeof requestTextsSchema>;

/** The texts of what carries them among other fields. */
export const textsOf = ({ message }: z.output<z.ZodObject<typeof textsShape>>): RequestTexts => ({
  message: message || null,
});

/** The same as a form holds them: empty where nothing is written. */
export const typedTextsOf = ({ message }: RequestTexts) => ({ message: message ?? '' });
export type TypedTexts = ReturnType<typeof typedTextsOf>;
export const noTexts: TypedTexts = typedTextsOf(textsOf({}));
