import { type ErrorCode, messageOf } from '../../../domain/errors/messages.it.ts';
import type { Refusal } from '../../../domain/errors/refusal.ts';

/** A refusal on its way to the caller. `fields` names form fields, `extra` joins the answer's body. */
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

/** Passes an allowing verdict on, throws a refusing one. @throws RefusalError */
export function requireAllowed<T extends { ok: true }>(verdict: T | Refusal): T {
  if (!verdict.ok) throw new RefusalError(verdict);
  return verdict;
}

/** @throws RefusalError `not_found` if there is nothing */
export function requireFound<T>(
  found: T | null,
  refusal: Refusal = { ok: false, code: 'not_found', facts: {} },
): T {
  if (found === null) throw new RefusalError(refusal);
  return found;
}
