import type { ShiftType } from '../../../src/domain/shifts/duty.ts';
// A second, plain telling of the product for random tests: who has which duty on which day, who asks for what, who
// answered how, and who was told what. Written from the specification and the decisions alone; nothing here imports
// the product.

export type Kind = 'turno' | 'settimana' | 'ferie' | 'giorno';
/** Two of the standard kind and the taxi one. */
export const worksites = ['nord', 'sud', 'taxi'] as const;
export type Worksite = (typeof worksites)[number];

/** What somebody does on a day. The times are null where nobody works. */
export interface Duty {
  place: 'sede' | 'smart_working' | 'libero' | 'ferie' | 'malattia';
  from: string | null;
  to: string | null;
  type: string | null;
}

export interface Entry {
  /** Names the row: a swap or an insistent change puts a new one in its place. */
  row: number;
  duty: Duty;
  isSwapped: boolean;
}

export interface Person {
  worksite: Worksite;
  role: string;
  hours: number;
  isActive: boolean;
  /** May approve the swaps of their worksite. */
  mayApprove: boolean;
}

/** What a worksite asks of its swaps. */
export interface Rules {
  rest: 'off' | 'avviso' | 'blocco';
  approval: 'automatica' | 'automatica_senza_avvisi' | 'sempre';
  /** Hours before a shift from which it cannot be swapped. */
  cutoff: number;
}

/** What became of a colleague's yes. */
export type OfferStatus = 'offerta' | 'scelta' | 'ritirata' | 'rifiutata' | 'decaduta';

/** What a request is about. */
export interface Wish {
  kind: Kind;
  requester: number;
  /** The entry on offer, or one of the week on offer, and its day. */
  row: number;
  offeredDay: string;
  /** The day of the swap; for holidays one of the wanted week. */
  day: string;
  /** For a day: the days on which they would work instead. */
  days: string[];
  wanted: ShiftType | null;
  message: string | null;
}

export interface Request extends Wish {
  status: 'aperta' | 'completata' | 'rifiutata' | 'annullata';
  reason: string | null;
  /** From then on it is closed. */
  endsAt: string;
  /** By person. */
  offers: Record<number, OfferStatus>;
  /** For a day, by person: the entry given for it, and its day. */
  given: Record<number, { row: number; day: string }>;
  /** Who said no. */
  rejected: number[];
  /** Since its last change: somebody said no or was refused, and nobody else could take it. */
  nobodyLeft: boolean;
  nobodyLeftTold: boolean;
  /** The confirmed swap that waits for approval, if its offer still stands; see `awaitedOf`. */
  awaited: Awaited | null;
}

export interface Awaited {
  accepter: number;
  until: string;
  /** The entries that would change hands. */
  rows: number[];
}

export interface News {
  type: string;
  person: number;
  /** Null where the request is gone. */
  request: string | null;
}

export interface Model {
  now: string;
  people: Person[];
  rules: Record<Worksite, Rules>;
  /** By `person day`. */
  calendar: Record<string, Entry>;
  /** By a name of the test's own; what was withdrawn is gone. */
  requests: Record<string, Request>;
  news: News[];
  /** Requests that time has closed, and whose offers lapsed: the server may or may not have told their people yet. */
  due: Record<string, number[]>;
  swaps: number;
  nextRow: number;
}

/** A value that cannot be missing. */
export function the<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the test is wrong: something is missing');
  return value;
}

export const placeOf = (person: number, day: string): string => `${person} ${day}`;

export const personAt = (model: Model, who: number): Person => the(model.people[who]);
export const requestAt = (model: Model, key: string): Request => the(model.requests[key]);
export const entryOf = (model: Model, who: number, day: string): Entry | undefined =>
  model.calendar[placeOf(who, day)];
export const everybody = (model: Model): number[] => [...model.people.keys()];

/** Where a person has the row, if they still have it. */
export function findRow(model: Model, who: number, row: number): { day: string; entry: Entry } | undefined {
  for (const [place, entry] of Object.entries(model.calendar)) {
    if (entry.row === row && place.startsWith(`${who} `)) return { day: place.slice(-10), entry };
  }
  return undefined;
}

/** Whose offer on a request is in this state. */
export const offerersOf = (request: Request, status: OfferStatus): number[] =>
  Object.keys(request.offers)
    .map(Number)
    .filter((person) => request.offers[person] === status);

const dayLength = 86_400_000;

/** Rome in November is an hour ahead of UTC. */
export const instantOf = (day: string, time: string): string =>
  new Date(`${day}T${time}:00+01:00`).toISOString();
export const todayOf = ({ now }: Model): string =>
  new Date(Date.parse(now) + 3_600_000).toISOString().slice(0, 10);

/** The days of the Saturday-Friday week in which a day lies. */
export function weekOf(day: string): string[] {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const saturday = midnight - ((new Date(midnight).getUTCDay() + 1) % 7) * dayLength;
  return [0, 1, 2, 3, 4, 5, 6].map((later) =>
    new Date(saturday + later * dayLength).toISOString().slice(0, 10),
  );
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export function minutesOf({ from, to }: Duty): number {
  if (from === null || to === null) return 0;
  const minutes = minuteOf(to) - minuteOf(from);
  return minutes > 0 ? minutes : minutes + 24 * 60;
}

export const works = (duty: Duty | undefined): boolean => duty !== undefined && duty.from !== null;
export const beginsAt = (day: string, duty: Duty): string => instantOf(day, duty.from ?? '00:00');
const hourLength = 3_600_000;
export const later = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) + hours * hourLength).toISOString();
export const rulesOf = (model: Model, who: number): Rules => model.rules[personAt(model, who).worksite];
/** Whether it can still be swapped at the person's worksite. */
export const isToCome = (model: Model, who: number, day: string, duty: Duty): boolean =>
  beginsAt(day, duty) > later(model.now, rulesOf(model, who).cutoff);

/** The swap of a request that waits for approval: as long as the offer stands that was confirmed. */
export const awaitedOf = ({ status, offers, awaited }: Request): Awaited | null =>
  awaited && status === 'aperta' && offers[awaited.accepter] === 'offerta' ? awaited : null;

/** Whether one of these entries would change hands in a swap of another request, which waits. */
export const isHeld = (model: Model, rows: readonly number[], except?: string): boolean =>
  Object.entries(model.requests).some(
    ([key, request]) => key !== except && awaitedOf(request)?.rows.some((row) => rows.includes(row)),
  );
export const isSameDuty = (one: Duty, other: Duty): boolean =>
  one.place === other.place && one.from === other.from && one.to === other.to;

export const tell = (model: Model, type: string, person: number, request: string | null): void =>
  void model.news.push({ type, person, request });
