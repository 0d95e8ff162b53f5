import { addDays, type Day, type Instant, instantInRome, type Time, timeInRome } from './day.ts';

/** One event of an iCalendar file (RFC 5545). */
export interface IcalEvent {
  uid: string;
  sequence: number;
  /** When its content last changed. */
  changedAt: Instant;
  isCancelled: boolean;
  day: Day;
  /** Local times in Rome; an end at or before the start is on the next day. Null: all day. */
  times: { start: Time; end: Time } | null;
  summary: string;
  location: string | null;
  description: string | null;
  /** A colour's name in CSS (RFC 7986). */
  color: string | null;
}

interface IcalCalendar {
  name: string;
  /** How often a subscribed calendar app should refresh; null: a one-time file. */
  refreshHours: number | null;
}

/** Rome's clock changes since 1996, recurring. */
const timeZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Rome',
  'X-LIC-LOCATION:Europe/Rome',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'DTSTART:19960331T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** Writes an iCalendar file (RFC 5545, RFC 7986). */
export function writeCalendar({ name, refreshHours }: IcalCalendar, events: readonly IcalEvent[]): string {
  const refresh = refreshHours === null ? null : `PT${refreshHours}H`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Turnario//Turni//IT',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'X-WR-TIMEZONE:Europe/Rome',
    ...(refresh === null ? [] : [`REFRESH-INTERVAL;VALUE=DURATION:${refresh}`, `X-PUBLISHED-TTL:${refresh}`]),
    ...timeZone,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function eventLines(event: IcalEvent): string[] {
  const { location, description, color } = event;
  const changed = utcStamp(event.changedAt);
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    // without METHOD both mean the same; the time of reading would make each answer different
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    ...spanLines(event),
    `SUMMARY:${escapeText(event.summary)}`,
    ...(location === null ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(description === null ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(color === null ? [] : [`COLOR:${color}`]),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${event.times && !event.isCancelled ? 'OPAQUE' : 'TRANSPARENT'}`,
    'END:VEVENT',
  ];
}

function spanLines({ day, times }: IcalEvent): string[] {
  if (!times) return [`DTSTART;VALUE=DATE:${digitsOf(day)}`, `DTEND;VALUE=DATE:${digitsOf(addDays(day, 1))}`];
  const lastDay = times.end <= times.start ? addDays(day, 1) : day;
  return [
    `DTSTART;TZID=Europe/Rome:${wallClock(day, times.start)}`,
    `DTEND;TZID=Europe/Rome:${wallClock(lastDay, times.end)}`,
  ];
}

/** The local time as digits; skipped times map to the moment after the gap. */
const wallClock = (day: Day, time: Time): string =>
  `${digitsOf(day)}T${digitsOf(timeInRome(instantInRome(day, time)))}00`;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** '20261116T090000Z' */
const utcStamp = (instant: Instant): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Control characters except line break and tab, which texts may not contain. */
const controls = /(?![\n\t])\p{Cc}/gu;

const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(controls, '')
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n');

const mostOctets = 75;

/** Breaks a line after at most 75 octets, only between characters; the leading blank of the next line counts. */
function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > mostOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** The length of a character in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x8_00) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}
