import { z } from 'zod';
import type { MailSubject } from '../mail/news.ts';
import { exColleagueName } from '../users/anonymous.ts';
import type { NotificationEntry, NotificationText } from './entry.ts';
import type { Matter, Moments, Subject } from './matter.it.ts';
import { endingTypes } from './types.endings.it.ts';
import { noticeTypes } from './types.notices.it.ts';
import { offerTypes } from './types.offers.it.ts';
import { requestTypes } from './types.requests.it.ts';

/** All types of notifications, those that ask for something in the order in which they do. */
const table = { ...offerTypes, ...requestTypes, ...noticeTypes, ...endingTypes };

type Table = typeof table;
export type NotificationType = keyof Table;
type NewsOf<T extends NotificationType> = Table[T]['news'];
type FactsIn<AllNews, F extends keyof AllNews> = AllNews[F] extends {
  shape: infer Shape extends z.ZodRawShape;
}
  ? { fact: F } & { [Name in keyof Shape]: z.output<Shape[Name]> }
  : never;

/** What a notification stores, beside the person it is about: its text is made when it is read. */
export type NotificationFacts = {
  [T in NotificationType]: { [F in keyof NewsOf<T>]: FactsIn<NewsOf<T>, F> }[keyof NewsOf<T>];
}[NotificationType];
export type Fact = NotificationFacts['fact'];
export type FactsOf<F extends Fact> = Extract<NotificationFacts, { fact: F }>;

export const notificationTypes = Object.keys(table) as [NotificationType, ...NotificationType[]];

/** What bell, pushes and mails know of a type. */
export const entryOf = (type: NotificationType): NotificationEntry => table[type];

const kinds = notificationTypes.flatMap((type) =>
  Object.entries(entryOf(type).news).map(([fact, news]) => ({ fact, type, news })),
);
const kindOf = new Map(kinds.map((kind) => [kind.fact, kind]));

// the compiler does not see through the table: what the options are is what the types above say
export const notificationFactsSchema = z.discriminatedUnion(
  'fact',
  kinds.map(({ fact, news }) => z.object({ fact: z.literal(fact), ...news.shape })) as never,
) as unknown as z.ZodType<NotificationFacts>;

function requireKind({ fact }: NotificationFacts): (typeof kinds)[number] {
  const kind = kindOf.get(fact);
  if (!kind) throw new Error(`no notification tells of ${fact}`);
  return kind;
}

/** The type under which news of this kind are listed. */
export const typeOfFacts = (facts: NotificationFacts): NotificationType => requireKind(facts).type;

/** What news of this kind say of a person of this name. */
export function textOf(facts: NotificationFacts, person: string): NotificationText {
  const { type, news } = requireKind(facts);
  const text = news.text(facts, person);
  return typeof text === 'string' ? { title: entryOf(type).title, message: text } : text;
}

/** Where a notification leads: a path within the product; null for nowhere. */
export function addressOf(type: NotificationType, requestId: string | null): string | null {
  const { address } = entryOf(type);
  if (address) return address(requestId);
  return requestId === null ? '/exchanges' : `/exchanges?highlight=${requestId}`;
}

const asking = notificationTypes.filter((type) => entryOf(type).asks);
const mayBeLeft = (type: NotificationType): boolean => entryOf(type).asks?.mayBeLeft === true;

/** What waits for its reader and nobody else, in the order in which it does. */
export const waitingTypes: readonly NotificationType[] = asking.filter((type) => !mayBeLeft(type));
/** What its reader can answer at once, in the same order: what may be left comes last. */
export const actionTypes: readonly NotificationType[] = [...waitingTypes, ...asking.filter(mayBeLeft)];

/** The types that people without a push device get by mail, and the subject that switches each on and off. */
export const subjectOfMailed: ReadonlyMap<string, MailSubject> = new Map(
  notificationTypes.flatMap((type) => {
    const { mail } = entryOf(type);
    return mail ? [[type, mail] as const] : [];
  }),
);

/** Types that wait for something, by their subject; all of them without one. */
export const typesAbout = (...subjects: Subject[]): NotificationType[] =>
  notificationTypes.filter((type) => {
    const { subject } = entryOf(type);
    return subject !== undefined && (subjects.length === 0 || subjects.includes(subject));
  });

/** How the matter of a notification ended; null while it has not, or has no end. */
export const endOf = (type: NotificationType, matter: Matter, moments: Moments): string | null =>
  entryOf(type).waitsFor?.(matter, moments) ?? null;

export interface TextSource {
  type: NotificationType;
  /** Null where nothing is known but the type. */
  facts: NotificationFacts | null;
  /** The full name, as it is now, of the person it is about; null where there is no such person any more. */
  person: string | null;
  /** How its matter ended; null while it has not. */
  end: string | null;
}

/** What is read: the sentence, and after it what can be done, or how the matter ended. */
export function notificationText({ type, facts, person, end }: TextSource): {
  title: string;
  message: string;
} {
  const { title, discreet } = entryOf(type);
  const { call, ...said }: NotificationText =
    facts === null ? { title, message: `${discreet}.` } : textOf(facts, person ?? exColleagueName);
  const after = end ?? call;
  return after === undefined ? said : { ...said, message: `${said.message} ${after}` };
}
