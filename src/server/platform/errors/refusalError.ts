import { type ErrorCode, messageOf } from '../../../domain/errors/messages.it.ts';
import type { Refusal } from '../../../domain/errors/refusal.ts';

/** A refusal, thrown. `fields` names form fields, `extra` is merged into the response body. */
export class RefusalError extends Error {
  override name = 'RefusalError';
  readonly refusal: Refusal;
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly extra: Record<string, unknown> | undefined;

  constructor(
    refusal: Refusal,
    details: { fields?: Record<string, string>; extra?: Record<string, unknown> } = {},
  ) {
    super(messageOf(refusal));
    this.refusal = refusal;
    this.code = refusal.code;
    this.fields = details.fields;
    this.extra = details.extra;
  }
}

/** Returns an allowing verdict, throws a refusing one. @throws RefusalError */
export function requireAllowed<T extends { ok: true }>(verdict: T | Refusal): T {
  if (!verdict.ok) throw new RefusalError(verdict);
  return verdict;
}

/** @throws RefusalError `not_found` if the value is null */
export function requireFound<T>(
  found: T | null,
  refusal: Refusal = { ok: false, code: 'not_found', facts: {} },
): T {
  if (found === null) throw new RefusalError(refusal);
  return found;
}
