import { z } from 'zod';
import type { MailSubject } from '../mail/news.ts';
import { exColleagueName } from '../users/anonymous.ts';
import type { NotificationEntry, NotificationText } from './entry.ts';
import type { Matter, Moments, Subject } from './matter.it.ts';
import { endingTypes } from './types.endings.it.ts';
import { noticeTypes } from './types.notices.it.ts';
import { offerTypes } from './types.offers.it.ts';
import { requestTypes } from './types.requests.it.ts';

/** All notification types; those that ask for something come in order of priority. */
const table = { ...offerTypes, ...requestTypes, ...noticeTypes, ...endingTypes };

type Table = typeof table;
export type NotificationType = keyof Table;
type NewsOf<T extends NotificationType> = Table[T]['news'];
type FactsIn<AllNews, F extends keyof AllNews> = AllNews[F] extends {
  shape: infer Shape extends z.ZodRawShape;
}
  ? { fact: F } & { [Name in keyof Shape]: z.output<Shape[Name]> }
  : never;

/** The stored facts of a notification, besides the person it is about; its text is made on reading. */
export type NotificationFacts = {
  [T in NotificationType]: { [F in keyof NewsOf<T>]: FactsIn<NewsOf<T>, F> }[keyof NewsOf<T>];
}[NotificationType];
export type Fact = NotificationFacts['fact'];
export type FactsOf<F extends Fact> = Extract<NotificationFacts, { fact: F }>;

export const notificationTypes = Object.keys(table) as [NotificationType, ...NotificationType[]];

/** The entry of a type, for bell, pushes and mails. */
export const entryOf = (type: NotificationType): NotificationEntry => table[type];

const kinds = notificationTypes.flatMap((type) =>
  Object.entries(entryOf(type).news).map(([fact, news]) => ({ fact, type, news })),
);
const kindOf = new Map(kinds.map((kind) => [kind.fact, kind]));

// cast because the compiler cannot derive the options from the table
export const notificationFactsSchema = z.discriminatedUnion(
  'fact',
  kinds.map(({ fact, news }) => z.object({ fact: z.literal(fact), ...news.shape })) as never,
) as unknown as z.ZodType<NotificationFacts>;

function requireKind({ fact }: NotificationFacts): (typeof kinds)[number] {
  const kind = kindOf.get(fact);
  if (!kind) throw new Error(`no notification tells of ${fact}`);
  return kind;
}

/** The type of these facts. */
export const typeOfFacts = (facts: NotificationFacts): NotificationType => requireKind(facts).type;

/** The text of these facts about a person of this name. */
export function textOf(facts: NotificationFacts, person: string): NotificationText {
  const { type, news } = requireKind(facts);
  const text = news.text(facts, person);
  return typeof text === 'string' ? { title: entryOf(type).title, message: text } : text;
}

/** The path within the product that a notification opens; null if none. */
export function addressOf(type: NotificationType, requestId: string | null): string | null {
  const { address } = entryOf(type);
  if (address) return address(requestId);
  return requestId === null ? '/exchanges' : `/exchanges?highlight=${requestId}`;
}

const asking = notificationTypes.filter((type) => entryOf(type).asks);
const mayBeLeft = (type: NotificationType): boolean => entryOf(type).asks?.mayBeLeft === true;

/** The types that wait for this reader in particular, in order of priority. */
export const waitingTypes: readonly NotificationType[] = asking.filter((type) => !mayBeLeft(type));
/** The types a reader can answer, in the same order, optional ones last. */
export const actionTypes: readonly NotificationType[] = [...waitingTypes, ...asking.filter(mayBeLeft)];

/** The types mailed to people without a push device, with the preference that covers each. */
export const subjectOfMailed: ReadonlyMap<string, MailSubject> = new Map(
  notificationTypes.flatMap((type) => {
    const { mail } = entryOf(type);
    return mail ? [[type, mail] as const] : [];
  }),
);

/** The types with one of these subjects; with any subject if none is given. */
export const typesAbout = (...subjects: Subject[]): NotificationType[] =>
  notificationTypes.filter((type) => {
    const { subject } = entryOf(type);
    return subject !== undefined && (subjects.length === 0 || subjects.includes(subject));
  });

/** How a notification's matter ended; null if it has not, or cannot. */
export const endOf = (type: NotificationType, matter: Matter, moments: Moments): string | null =>
  entryOf(type).waitsFor?.(matter, moments) ?? null;

export interface TextSource {
  type: NotificationType;
  /** Null if only the type is known. */
  facts: NotificationFacts | null;
  /** The current full name of the person it is about; null if there is none any more. */
  person: string | null;
  /** How its matter ended; null if it has not. */
  end: string | null;
}

/** The displayed text: the sentence, followed by the call to action or by how the matter ended. */
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
