import type { AdminUser } from '../../domain/admin/schema.ts';
import { Badge } from '../ui/Badge.tsx';

export function PersonBadges({ person }: { person: AdminUser }) {
  return (
    <>
      {person.isActive ? null : <Badge variant="warn">Non attivo</Badge>}
      {person.mayReviewCodes ? <Badge variant="accent">Approva i codici</Badge> : null}
      {person.mayApproveSwaps ? <Badge variant="accent">Approva gli scambi</Badge> : null}
      {person.mayLoadShifts ? <Badge variant="accent">Carica i turni</Badge> : null}
    </>
  );
}
