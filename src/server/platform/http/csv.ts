import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type CsvCell, csvLine, csvStart } from '../../../domain/csv.ts';

/**
 * Sends a CSV file line by line as rows arrive: a long list is never in memory as a whole.
 * @param fileName plain letters, digits and hyphens, such as `turnario-codici-2026-11-20.csv`
 */
export const sendCsv = (
  reply: FastifyReply,
  fileName: string,
  header: readonly string[],
  rows: Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>,
): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(linesOf(header, rows)));

async function* linesOf(
  header: readonly string[],
  rows: Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>,
): AsyncGenerator<string> {
  yield csvStart + csvLine(header);
  for await (const row of rows) yield csvLine(row);
}
