import { z } from 'zod';
import { type ContractMap, eventStream } from '../contractParts.ts';
import { codeText } from '../text.ts';

const streamQuerySchema = z.strictObject({
  /** Names the page that asks: when it asks again, its former stream makes room. */
  page: codeText(40).optional(),
  /** How many milliseconds ago, at most, the page began to read its lists. */
  age: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional(),
});

export const eventContract = {
  'GET /api/events': { query: streamQuerySchema, answer: eventStream },
} as const satisfies ContractMap;
