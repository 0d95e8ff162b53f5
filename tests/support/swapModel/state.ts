import type { ShiftType } from '../../../src/domain/shifts/duty.ts';
import { clock, dayOf, numberOf } from '../romeByRule.ts';

// A second, simple model of the product for random tests: who has which duty on which day, who requests what, who
// answered how, who was notified. Written from the specification and decisions alone; it uses none of the product's rules.

export type Kind = 'turno' | 'settimana' | 'ferie' | 'giorno';
/** Two standard worksites and a taxi one. */
export type Worksite = 'nord' | 'sud' | 'taxi';

/** A person's duty on a day. Times are null on days without work. */
export interface Duty {
  place: 'sede' | 'smart_working' | 'libero' | 'ferie' | 'malattia';
  from: string | null;
  to: string | null;
  type: string | null;
}
export interface Entry {
  /** Identifies the row: a swap or an overriding change creates a new one. */
  row: number;
  duty: Duty;
  isSwapped: boolean;
}
export interface Placed {
  who: number;
  day: string;
  duty: Duty;
}
export interface Person {
  worksite: Worksite;
  role: 'operatore' | 'team_leader';
  hours: number;
  mayApprove: boolean;
}
/** A worksite's rules for swaps. */
export interface Rules {
  rest: 'off' | 'avviso' | 'blocco';
  approval: 'automatica' | 'automatica_senza_avvisi' | 'sempre';
  /** Hours before a shift from which it cannot be swapped. */
  cutoff: number;
}
/** The state of a colleague's offer. */
export type OfferStatus = 'offerta' | 'scelta' | 'ritirata' | 'rifiutata' | 'decaduta';

/** The contents of a request form. */
export interface Asked {
  /** The offered entry, or any entry of the offered week. */
  row: number;
  /** The day of the swap; for holidays, any day of the wanted week. */
  day: string;
  /** For a `giorno`: the days on which they would work instead. */
  days: string[];
  wanted: ShiftType | null;
  message: string | null;
}
export interface Wish extends Asked {
  kind: Kind;
  requester: number;
  offeredDay: string;
}
export interface Request extends Wish {
  status: 'aperta' | 'completata' | 'rifiutata' | 'annullata';
  reason: string | null;
  /** When it expires. */
  endsAt: string;
  /** By person. */
  offers: Record<number, OfferStatus>;
  /** For a `giorno`, by person: the entry given and its day. */
  given: Record<number, { row: number; day: string }>;
  /** Who declined. */
  rejected: number[];
  /** As of its last change: somebody declined or was refused, and nobody else could take it. */
  nobodyLeft: boolean;
  nobodyLeftTold: boolean;
  /** The confirmed swap that waits for approval; only valid while its offer is open, see `awaitedOf`. */
  awaited: { accepter: number; until: string; rows: number[] } | null;
}

/** Asserts that a value is present. */
export function the<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('the test is wrong: something is missing');
  return value;
}

export const placeOf = (person: number, day: string): string => `${person} ${day}`;
export const works = (duty: Duty | undefined): boolean => duty !== undefined && duty.from !== null;
export const isSameDuty = (one: Duty, other: Duty): boolean =>
  one.place === other.place && one.from === other.from && one.to === other.to;

/** In November, Rome is an hour ahead of UTC. */
export const instantOf = (day: string, time: string): string =>
  new Date(`${day}T${time}:00+01:00`).toISOString();
export const beginsAt = (day: string, duty: Duty): string => instantOf(day, duty.from ?? '00:00');
export const later = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) + hours * 3_600_000).toISOString();

/** The days of the Saturday-to-Friday week that contains a day. */
export function weekOf(day: string): string[] {
  const saturday = numberOf(day) - ((numberOf(day) + 5) % 7);
  return [0, 1, 2, 3, 4, 5, 6].map((at) => dayOf(saturday + at));
}

export const minutesOf = ({ from, to }: Duty): number =>
  from === null || to === null ? 0 : (clock(to) - clock(from) + 1440) % 1440;

/** The owners of a request's offers with this status. */
export const offerersOf = ({ offers }: Request, status: OfferStatus): number[] =>
  Object.keys(offers)
    .map(Number)
    .filter((person) => offers[person] === status);
export const awaitedOf = ({ status, offers, awaited }: Request): Request['awaited'] =>
  awaited && status === 'aperta' && offers[awaited.accepter] === 'offerta' ? awaited : null;

export class Model {
  now = '';
  people: readonly Person[] = [];
  rules = {} as Record<Worksite, Rules>;
  /** By `person day`. */
  calendar: Record<string, Entry> = {};
  /** By the test's own names; withdrawn requests are removed. */
  requests: Record<string, Request> = {};
  /** `request` is null once the request was removed. */
  news: { type: string; person: number; request: string | null }[] = [];
  swaps = 0;
  nextRow = 1;

  clone(): Model {
    const { calendar, rules, requests, news } = this;
    const copied = structuredClone({ rules, requests, news });
    return Object.assign(new Model(), this, copied, { calendar: { ...calendar } });
  }

  person(who: number): Person {
    return the(this.people[who]);
  }

  request(key: string): Request {
    return the(this.requests[key]);
  }

  everybody(): number[] {
    return [...this.people.keys()];
  }

  open(): [string, Request][] {
    return Object.entries(this.requests).filter(([, { status }]) => status === 'aperta');
  }

  entry(who: number, day: string): Entry | undefined {
    return this.calendar[placeOf(who, day)];
  }

  duty(who: number, day: string): Duty | undefined {
    return this.entry(who, day)?.duty;
  }

  works(who: number, day: string): boolean {
    return works(this.duty(who, day));
  }

  put(who: number, day: string, duty: Duty, isSwapped = false, row = this.nextRow++): void {
    this.calendar[placeOf(who, day)] = { row, duty, isSwapped };
  }

  entries(): { who: number; day: string; entry: Entry }[] {
    return Object.entries(this.calendar).map(([place, entry]) => {
      const [who, day = ''] = place.split(' ');
      return { who: Number(who), day, entry };
    });
  }

  /** The day and entry of a row, if the person still has it. */
  findRow(who: number, row: number): { day: string; entry: Entry } | undefined {
    return this.entries().find((one) => one.who === who && one.entry.row === row);
  }

  today(): string {
    return later(this.now, 1).slice(0, 10);
  }

  rulesOf(who: number): Rules {
    return this.rules[this.person(who).worksite];
  }

  /** Whether it could still be swapped under the worksite's cut-off. */
  isToCome(who: number, day: string, duty: Duty): boolean {
    return beginsAt(day, duty) > later(this.now, this.rulesOf(who).cutoff);
  }

  /** Whether the person works then and the shift can still be swapped. */
  isAhead(who: number, day: string): boolean {
    const duty = this.duty(who, day);
    return duty !== undefined && works(duty) && this.isToCome(who, day, duty);
  }

  /** Whether another request that waits for approval has reserved one of these entries. */
  isHeld(rows: readonly number[], except?: string): boolean {
    return Object.entries(this.requests).some(
      ([key, request]) => key !== except && awaitedOf(request)?.rows.some((row) => rows.includes(row)),
    );
  }

  areMates(one: number, other: number): boolean {
    return this.person(one).worksite === this.person(other).worksite;
  }

  tell(type: string, person: number, request: string | null): void {
    this.news.push({ type, person, request });
  }
}
