import { z } from 'zod';
import { swapWeeksSchema } from '../exchanges/weeks.ts';
import type { MailSubject } from '../mail/news.ts';
import { entrySchema } from '../shifts/schema.ts';
import type { Subject, WaitsFor } from './matter.it.ts';
import type { PushSubject } from './push/schema.ts';

/** What is said of a matter. */
export interface NotificationText {
  title: string;
  message: string;
  /** What can be done about it, as long as its matter is not over. */
  call?: string;
}

/** News of one kind: what they store, ids and facts, never a name; and what they say of those and of a person's full name. */
export interface News<Shape extends z.ZodRawShape = z.ZodRawShape> {
  shape: Shape;
  /** The message alone where the title is that of the type. */
  text(facts: z.output<z.ZodObject<Shape>>, person: string): string | NotificationText;
}

export const news = <Shape extends z.ZodRawShape>(shape: Shape, text: News<Shape>['text']): News<Shape> => ({
  shape,
  text,
});

/** A type of notifications: bell, pushes and mails know of it from here alone. */
export interface NotificationEntry {
  /** The button of its row in the bell, until its matter is over; without it, it asks for nothing. */
  asks?: {
    button: string;
    /** What it is about is looked at first, where it stands. */
    opens?: true;
    /** Nobody waits for this very reader. */
    mayBeLeft?: true;
  };
  /** What it is about; without it, it waits for nothing. */
  subject?: Subject;
  waitsFor?(...told: Parameters<WaitsFor>): ReturnType<WaitsFor>;
  /** As what its person switches pushes on and off. */
  push: PushSubject;
  /** The same for mails, which go to people without a device; without it none is sent. */
  mail?: MailSubject;
  title: string;
  /** What a locked screen and a mail's subject show: no name, day or reason. */
  discreet: string;
  /** Several of one day, after their number. */
  group: string;
  /** Where it can be looked at and answered, a path within the product, if not at its request; null: nowhere. */
  address?: (requestId: string | null) => string | null;
  /** By the name with which their facts are stored. */
  news: Record<string, News>;
}

export const duty = entrySchema;

/** A day, a day for another one, or whole weeks of the taxi worksite. */
export const time = z.union([
  z.string(),
  z.object({ kind: z.literal('giorno'), day: z.string() }),
  swapWeeksSchema.extend({ kind: z.enum(['settimana', 'ferie']) }),
]);
