import { z } from 'zod';
import { swapWeeksSchema } from '../exchanges/weeks.ts';
import type { MailSubject } from '../mail/news.ts';
import { entrySchema } from '../shifts/schema.ts';
import type { Subject, WaitsFor } from './matter.it.ts';
import type { PushSubject } from './push/schema.ts';

/** A notification's text. */
export interface NotificationText {
  title: string;
  message: string;
  /** The call to action, shown until the matter is over. */
  call?: string;
}

/** One kind of news: the stored ids and facts (never a name), and the text made from those and a person's full name. */
export interface News<Shape extends z.ZodRawShape = z.ZodRawShape> {
  shape: Shape;
  /** Returns only the message if the title is the type's. */
  text(facts: z.output<z.ZodObject<Shape>>, person: string): string | NotificationText;
}

export const news = <Shape extends z.ZodRawShape>(shape: Shape, text: News<Shape>['text']): News<Shape> => ({
  shape,
  text,
});

/** A type of notification: all that bell, pushes and mails know about it. */
export interface NotificationEntry {
  /** The button of its row in the bell, until its matter is over; omitted if there is nothing to do. */
  asks?: {
    button: string;
    /** The button only opens the matter, to be viewed before answering. */
    opens?: true;
    /** Nobody waits for this reader in particular. */
    mayBeLeft?: true;
  };
  /** The kind of matter; omitted if it waits for nothing. */
  subject?: Subject;
  waitsFor?(...told: Parameters<WaitsFor>): ReturnType<WaitsFor>;
  /** The push preference that covers it. */
  push: PushSubject;
  /** The mail preference that covers it, for people without a device; omitted if no mail is sent. */
  mail?: MailSubject;
  title: string;
  /** Shown on locked screens and as a mail's subject: no name, day or reason. */
  discreet: string;
  /** Names several of one day, after their number. */
  group: string;
  /** The path within the product where it can be viewed and answered, if not its request's; null: none. */
  address?: (requestId: string | null) => string | null;
  /** By the name stored with their facts. */
  news: Record<string, News>;
}

export const duty = entrySchema;

/** A day, a day for another one, or whole weeks of taxi worksites. */
export const time = z.union([
  z.string(),
  z.object({ kind: z.literal('giorno'), day: z.string() }),
  swapWeeksSchema.extend({ kind: z.enum(['settimana', 'ferie']) }),
]);
