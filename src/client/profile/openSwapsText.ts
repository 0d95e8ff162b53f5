import type { OpenSwapCounts } from '../../domain/users/schema.ts';

/**
 * What would close, as a clause: 'si chiude la tua richiesta aperta e decadono 2 tue pre-accettazioni'. Null if nothing
 * would.
 */
export function openSwapsText({ requests, offers }: OpenSwapCounts): string | null {
  const parts: string[] = [];
  if (requests === 1) parts.push('si chiude la tua richiesta di scambio aperta');
  if (requests > 1) parts.push(`si chiudono le tue ${requests} richieste di scambio aperte`);
  if (offers === 1) parts.push('decade la tua pre-accettazione');
  if (offers > 1) parts.push(`decadono le tue ${offers} pre-accettazioni`);
  return parts.length > 0 ? parts.join(' e ') : null;
}
