import { z } from 'zod';
import { errorCodes } from '../../../src/domain/errors/messages.it.ts';
import { statusOf } from '../../../src/server/platform/errors/statuses.ts';
import type { Operation } from './operations.ts';

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

// internals that must never appear in an answer; only strings that no caller sends
const internals = /node_modules|at \w+ \(|FST_ERR|SQLSTATE|syntax error at or near|violates .* constraint/;

/** The problem with an answer, or null. @param operation null if the call is not a published one */
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
  if (internals.test(text)) return `exposes internals: ${text.slice(0, 300)}`;
  if (isHead) return text === '' ? null : 'a body in answer to HEAD';
  return status >= 400
    ? complaintAboutRefusal(answer)
    : operation && complaintAboutSuccess(operation, answer);
}

function complaintAboutRefusal({ status, text }: RawAnswer): string | null {
  const parsed = refusalSchema.safeParse(parseJson(text));
  if (!parsed.success) return `a malformed refusal: ${status} ${text.slice(0, 200)}`;
  return statusOf(parsed.data.code) === status ? null : `${parsed.data.code} with status ${status}`;
}

function complaintAboutSuccess({ answers }: Operation, { status, text, headers }: RawAnswer): string | null {
  const schema = answers[status];
  if (schema === undefined) return `an unpublished status: ${status}`;
  if (schema) {
    const parsed = schema.safeParse(parseJson(text));
    return parsed.success
      ? null
      : `not as published: ${z.prettifyError(parsed.error)} in ${text.slice(0, 300)}`;
  }
  if (status === 302) return String(headers['location']).startsWith('/') ? null : 'redirects elsewhere';
  if (status === 204) return text === '' ? null : 'a 204 with a body';
  const type = String(headers['content-type']).split(';')[0] ?? '';
  return files[type]?.test(text) ? null : `not a file of type (${type}): ${text.slice(0, 100)}`;
}

/** How downloaded files start and end; an Excel file is a zip. */
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
