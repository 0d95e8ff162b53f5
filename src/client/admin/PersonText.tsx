import type { AdminUser } from '../../domain/admin/schema.ts';
import { roleNames } from '../../domain/users/schema.ts';
import { PersonBadges } from './PersonBadges.tsx';

/** A person in a list: the name, what is special, then how they are found. */
export function PersonText({ person, place = '' }: { person: AdminUser; place?: string }) {
  const { firstName, lastName, email, role, taxiLicense } = person;
  return (
    <span className="min-w-0 flex-1 items-baseline gap-x-3 md:grid md:grid-cols-[2fr_3fr]">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span className="min-w-0">
          {firstName} {lastName}
        </span>
        <PersonBadges person={person} />
      </span>
      <span className="block text-caption text-soft">
        {[email, roleNames[role], place, taxiLicense && `licenza ${taxiLicense}`].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}
