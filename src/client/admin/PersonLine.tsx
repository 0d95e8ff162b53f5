import { ChevronRight } from 'lucide-react';
import type { AdminUser } from '../../domain/admin/schema.ts';
import { roleNames } from '../../domain/users/schema.ts';
import { PersonBadges } from './PersonBadges.tsx';

/** A person in a list; pressed, what can be done with their account. */
export function PersonLine({
  person,
  onChoose,
}: {
  person: AdminUser;
  onChoose: (person: AdminUser) => void;
}) {
  const { firstName, lastName, email, role, taxiLicense } = person;
  return (
    <button
      type="button"
      onClick={() => onChoose(person)}
      className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-sunken -outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium break-words">
            {lastName} {firstName}
          </span>
          <PersonBadges person={person} />
        </span>
        <span className="block text-caption break-all text-soft">
          {email} · {roleNames[role]}
          {taxiLicense ? ` · licenza ${taxiLicense}` : ''}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-soft" />
    </button>
  );
}
