import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

interface Account {
  id: string;
  email: string;
  worksite: string;
  isActive: boolean;
  isAnonymised: boolean;
  isAdmin: boolean;
  mayReviewCodes: boolean;
  mayApproveSwaps: boolean;
  mayLoadShifts: boolean;
  passwordHash: string | null;
}

interface Worksite {
  id: string;
  name: string;
  isActive: boolean;
  accessCode: string;
}

/** A snapshot of all accounts and codes that grant access. */
export interface Access {
  accounts: Account[];
  worksites: Worksite[];
}

export const readAccess = async (db: Queryable): Promise<Access> => ({
  accounts: await db.many<Account>(sql`
      select u.id, u.email, w.name as worksite, u.is_active,
        u.anonymised_at is not null as is_anonymised, u.role = 'admin' as is_admin,
        u.may_review_codes, u.may_approve_swaps, u.may_load_shifts, u.password_hash
      from users u join worksites w on w.id = u.worksite_id
      order by u.email`),
  worksites: await db.many<Worksite>(sql`
      select id, name, is_active, access_code from worksites order by name`),
});

/** What was revoked after a backup and is back with it. @returns a line in Italian for each, for the operator */
export function revocationsUndone(replaced: Access, restored: Access): string[] {
  const accounts = new Map(replaced.accounts.map((account) => [account.id, account]));
  const worksites = new Map(replaced.worksites.map((worksite) => [worksite.id, worksite]));
  return [
    ...restored.accounts.flatMap((now) =>
      accountLines(accounts.get(now.id), now).map((what) => `${now.email} (${now.worksite}): ${what}`),
    ),
    ...restored.worksites.flatMap((now) =>
      worksiteLines(worksites.get(now.id), now).map((what) => `cantiere ${now.name}: ${what}`),
    ),
  ];
}

function accountLines(before: Account | undefined, now: Account): string[] {
  if (now.isAnonymised) return [];
  // deleting a worksite also deleted its people
  if (!before || before.isAnonymised) return ['l’account era stato eliminato'];
  const lines: string[] = [];
  if (!before.isActive && now.isActive) lines.push('era stato disattivato');
  if (!before.isAdmin && now.isAdmin) lines.push('non era più amministratore');
  if (!before.mayReviewCodes && now.mayReviewCodes) lines.push('non poteva più approvare i codici');
  if (!before.mayApproveSwaps && now.mayApproveSwaps) lines.push('non poteva più approvare gli scambi');
  if (!before.mayLoadShifts && now.mayLoadShifts) lines.push('non poteva più caricare i turni');
  if (before.passwordHash !== now.passwordHash)
    lines.push('la password era stata cambiata: vale di nuovo quella di prima');
  return lines;
}

function worksiteLines(before: Worksite | undefined, now: Worksite): string[] {
  if (!before) return ['era stato eliminato'];
  const lines: string[] = [];
  if (!before.isActive && now.isActive) lines.push('era stato disattivato');
  if (before.accessCode !== now.accessCode) lines.push('il codice di accesso era stato cambiato');
  return lines;
}
