import { messageOf } from '../../domain/errors/messages.it.ts';
import type { Verdict } from '../../domain/errors/refusal.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';

/** What a verdict lets somebody do. */
export const permissionBy = (verdict: Verdict): ExchangeRequest['preAccept'] =>
  verdict.ok ? { isAllowed: true, reason: null } : { isAllowed: false, reason: messageOf(verdict) };
