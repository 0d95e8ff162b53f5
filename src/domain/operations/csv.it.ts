import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../calendar/day.ts';
import type { CsvCell } from '../csv.ts';
import type { Operation } from './schema.ts';
import { paymentTexts, statusNames } from './texts.it.ts';

export const operationColumns = [
  'Tipo',
  'Codice',
  'Descrizione',
  'Stato',
  'Pagamento',
  'Inserito da',
  'Cantiere',
  'Inserito il',
  'Esaminato da',
  'Esaminato il',
  'Motivo del rifiuto',
] as const;

const moment = new Intl.DateTimeFormat('it-IT', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Rome',
});

/** '20/11/2026 10:15', in Rome, in a format that Italian Excel reads as a date. */
const formatCell = (instant: Instant | null): string | null =>
  instant === null
    ? null
    : moment.format(Temporal.Instant.from(instant).epochMilliseconds).replace(', ', ' ');

const nameOf = (person: { firstName: string; lastName: string } | null): string | null =>
  person && `${person.firstName} ${person.lastName}`;

export const operationCells = (operation: Operation): CsvCell[] => [
  operation.type,
  operation.code,
  operation.description,
  statusNames[operation.status],
  paymentTexts[operation.status],
  nameOf(operation.user),
  operation.worksite.name,
  formatCell(operation.submittedAt),
  nameOf(operation.reviewedBy),
  formatCell(operation.reviewedAt),
  operation.rejectionReason,
];
