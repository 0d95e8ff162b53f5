import { z } from 'zod';
import { errorCodes } from '../../../src/domain/errors/messages.it.ts';
import { statusOf } from '../../../src/server/platform/errors/statuses.ts';
import type { Operation } from './operations.ts';

/** What came back. */
export interface RawAnswer {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

const refusalSchema = z.looseObject({
  message: z.string().min(1),
  code: z.enum(errorCodes),
  fields: z.record(z.string(), z.string()).optional(),
});

// what of the machinery must never show; texts of callers may come back, so only what no caller sends
const machinery = /node_modules|at \w+ \(|FST_ERR|SQLSTATE|syntax error at or near|violates .* constraint/;

/** What is wrong with an answer; null: nothing. `operation` is null where a call is none of those described. */
export function complaintAbout(operation: Operation | null, answer: RawAnswer, isHead: boolean) {
  const { status, text, headers } = answer;
  if (status >= 500) return `${status}: ${text.slice(0, 200)}`;
  for (const [name, expected] of [
    ['content-security-policy', /default-src 'none'/],
    ['x-content-type-options', /^nosniff$/],
    ['cache-control', /^no-store$/],
  ] as const) {
    if (!expected.test(String(headers[name]))) return `${status} with ${name}: ${String(headers[name])}`;
  }
  if (machinery.test(text)) return `shows its machinery: ${text.slice(0, 300)}`;
  if (isHead) return text === '' ? null : 'a body of a HEAD';
  return status >= 400
    ? complaintAboutRefusal(answer)
    : operation && complaintAboutSuccess(operation, answer);
}

function complaintAboutRefusal({ status, text }: RawAnswer): string | null {
  const parsed = refusalSchema.safeParse(parseJson(text));
  if (!parsed.success) return `a refusal of another shape: ${status} ${text.slice(0, 200)}`;
  return statusOf(parsed.data.code) === status ? null : `${parsed.data.code} with status ${status}`;
}

function complaintAboutSuccess({ answers }: Operation, { status, text, headers }: RawAnswer): string | null {
  const schema = answers[status];
  if (schema === undefined) return `a status that is not published: ${status}`;
  if (schema) {
    const parsed = schema.safeParse(parseJson(text));
    return parsed.success
      ? null
      : `not as published: ${z.prettifyError(parsed.error)} in ${text.slice(0, 300)}`;
  }
  if (status === 302) return String(headers['location']).startsWith('/') ? null : 'led elsewhere';
  if (status === 204) return text === '' ? null : 'a 204 with a body';
  const type = String(headers['content-type']).split(';')[0] ?? '';
  return files[type]?.test(text) ? null : `no file of its type (${type}): ${text.slice(0, 100)}`;
}

/** How the files begin and end that are answered; one of Excel is a zip. */
const files: Partial<Record<string, RegExp>> = {
  'text/csv': /^/,
  'text/calendar': /^BEGIN:VCALENDAR\r\n.*\r\nEND:VCALENDAR(\r\n)?$/s,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': /^PK/,
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
