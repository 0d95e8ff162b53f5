import { Temporal } from 'temporal-polyfill';
import {
  addDays,
  type Day,
  dayInRome,
  formatLongDay,
  formatShortDay,
  type Instant,
  saturdayWeekOf,
} from '../calendar/day.ts';
import { formatLongWeek } from '../calendar/weekNames.ts';
import { receivedFor } from '../exchanges/handover.ts';
import { isTaxiKind, type TaxiKind } from '../exchanges/kinds.ts';
import type { ExchangeKind } from '../exchanges/schema.ts';
import { endsNextDay, formatClockTimes, formatDuty, isWorking, shiftTypeNames } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { type MailContent, mailPage } from './mailPage.ts';
import { escapeHtml, oneLine } from './plainText.ts';

export interface SwapMailParticipant {
  firstName: string;
  lastName: string;
  contractHours: number;
  /** Taxi worksites only, where the partner may know it. */
  taxiLicense?: string | null;
  /** Shown only with a taxi licence: elsewhere phone numbers stay private. */
  phoneNumber?: string | null;
  /** The duties this person gave; the other one now has them, or their named shift on days of their own. */
  gave: readonly Entry[];
}

export interface SwapMailFacts {
  /** Default: single shifts. */
  kind?: ExchangeKind;
  completedAt: Instant;
  worksiteName: string;
  requester: SwapMailParticipant;
  accepter: SwapMailParticipant;
}

interface PersonBlock {
  name: string;
  about: string;
  now: string[];
  before: string[];
}

const heading = 'Scambio di turno completato';
const footer =
  'Questa stessa email va ai due colleghi e al cantiere. ' +
  'È un messaggio automatico di Turnario: non serve rispondere.';

export function writeSwapMail(facts: SwapMailFacts): MailContent {
  const { kind = 'turno', requester, accepter } = facts;
  const people = [blockOf(requester, accepter, kind), blockOf(accepter, requester, kind)];
  const names = people.map((person) => person.name).join(' e ');
  const days = [...requester.gave, ...accepter.gave].map((duty) => duty.date);
  const when = describeTime(kind, days);
  const summary = `${names} hanno scambiato ${when.of}. I due calendari sono già aggiornati.`;
  const about = [
    `Cantiere: ${oneLine(facts.worksiteName)}`,
    `Completato ${describeInstant(facts.completedAt)}`,
  ];
  return {
    subject: `${heading}: ${names}, ${when.plain}`,
    text: writeText(summary, people, about),
    html: writeHtml(summary, people, about),
  };
}

function blockOf(person: SwapMailParticipant, other: SwapMailParticipant, kind: ExchangeKind): PersonBlock {
  const facts = [`contratto di ${person.contractHours} ore`];
  if (person.taxiLicense) facts.push(`licenza taxi ${oneLine(person.taxiLicense)}`);
  if (person.taxiLicense && person.phoneNumber) facts.push(`telefono ${oneLine(person.phoneNumber)}`);
  return {
    name: oneLine(`${person.firstName} ${person.lastName}`),
    about: facts.join(', '),
    now: inOrder(receivedFor(kind, person.gave, other.gave)).map((duty) => describeDuty(duty, kind)),
    before: inOrder(person.gave).map((duty) => describeDuty(duty, kind)),
  };
}

const inOrder = (duties: readonly Entry[]): Entry[] =>
  duties.toSorted((one, other) => one.date.localeCompare(other.date));

/**
 * 'venerdì 20 novembre 2026: mattina, sede 06:00–14:00', for drivers 'venerdì 20 novembre 2026: seminotte 20:00–03:00
 * (finisce sabato 21 novembre 2026)'
 */
function describeDuty(duty: Entry, kind: ExchangeKind): string {
  const end = endsNextDay(duty) ? ` (finisce ${formatLongDay(addDays(duty.date, 1))})` : '';
  return `${formatLongDay(duty.date)}: ${describeWork(duty, kind)}${end}`;
}

function describeWork(duty: Entry, kind: ExchangeKind): string {
  if (!isWorking(duty) || duty.shiftType === null) return formatDuty(duty);
  const type = shiftTypeNames[duty.shiftType];
  return isTaxiKind(kind) ? `${type} ${formatClockTimes(duty)}` : `${type}, ${formatDuty(duty)}`;
}

function describeTime(kind: ExchangeKind, days: readonly Day[]): { plain: string; of: string } {
  if (isTaxiKind(kind)) return describeWeeks(kind, days);
  if (kind === 'turno') return describeDays(days);
  const plain = days.toSorted().map(formatLongDay).join(' e ');
  return { plain, of: `i turni di ${plain}` };
}

/** 'venerdì 20 novembre 2026' and 'i turni di venerdì …'; for several days 'dal 21/11/2026 al 27/11/2026'. */
function describeDays(days: readonly Day[]): { plain: string; of: string } {
  const [first = '', ...others] = days.toSorted();
  const last = others.at(-1) ?? first;
  if (first === last) return { plain: formatLongDay(first), of: `i turni di ${formatLongDay(first)}` };
  const range = `dal ${formatShortDay(first)} al ${formatShortDay(last)}`;
  return { plain: range, of: `i turni ${range}` };
}

/** Whole taxi weeks, regardless of how many of their days were swapped. */
function describeWeeks(kind: TaxiKind, days: readonly Day[]): { plain: string; of: string } {
  const starts = [...new Set(days.map((day) => saturdayWeekOf(day).from))].toSorted();
  const weeks = starts.map((start) => formatLongWeek(saturdayWeekOf(start)));
  const plain = `${weeks.length > 1 ? 'settimane' : 'settimana'} ${weeks.join(' e ')}`;
  if (kind === 'settimana') return { plain, of: `i turni della ${plain}` };
  return { plain: `ferie, ${plain}`, of: `ferie e turni delle ${plain}` };
}

/** 'mercoledì 18 novembre 2026 alle 10:05', in Rome. */
function describeInstant(instant: Instant): string {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Rome').toPlainTime();
  return `${formatLongDay(dayInRome(instant))} alle ${time.toString({ smallestUnit: 'minute' })}`;
}

function writeText(summary: string, people: PersonBlock[], about: string[]): string {
  const indented = (lines: string[]): string => lines.map((line) => `    ${line}`).join('\n');
  const blocks = people.map(
    ({ name, about: facts, now, before }) =>
      `${name} (${facts})\n  Adesso:\n${indented(now)}\n  Prima:\n${indented(before)}`,
  );
  return `${[heading, summary, ...blocks, about.join('\n'), footer].join('\n\n')}\n`;
}

const cell = 'padding:12px 16px;border-left:4px solid #2b8a86';

function writeHtml(summary: string, people: PersonBlock[], about: string[]): string {
  const list = (texts: string[]): string => {
    const items = texts.map((text) => `<li>${escapeHtml(text)}</li>`);
    return `<ul style="margin:0 0 8px;padding-left:20px">${items.join('')}</ul>`;
  };
  const blocks = people.map(
    ({
      name,
      about: facts,
      now,
      before,
    }) => `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
<tr><td style="${cell}">
<h2 style="margin:0;font-size:17px;line-height:1.4">${escapeHtml(name)}</h2>
<p style="margin:0 0 8px;font-size:14px">${escapeHtml(facts)}</p>
<p style="margin:0"><strong>Adesso</strong></p>
${list(now)}
<p style="margin:0">Prima</p>
${list(before)}
</td></tr>
</table>`,
  );
  return mailPage(
    heading,
    [
      `<p style="margin:0 0 20px">${escapeHtml(summary)}</p>`,
      ...blocks,
      `<p style="margin:0 0 20px">${about.map(escapeHtml).join('<br>')}</p>`,
    ],
    footer,
  );
}
