import { ChevronDown } from 'lucide-react';
import { auditActionName } from '../../domain/admin/auditActions.it.ts';
import type { AuditEntry } from '../../domain/admin/schema.ts';
import { formatDateTime } from '../../domain/calendar/day.ts';
import { Button } from '../ui/Button.tsx';
import { deferredRowRendering } from '../ui/deferredRowRendering.ts';
import { factsOf } from './auditFacts.ts';

const gone = 'un account eliminato';

/** An audit entry, expandable if it has details. */
export function AuditLine({ entry, onPerson }: { entry: AuditEntry; onPerson: (id: string) => void }) {
  const { actedAs, targetType } = entry;
  const personId = actedAs?.id ?? (targetType === 'user' ? entry.targetId : null);
  const details = factsOf(entry);
  const line = <Line entry={entry} />;
  return (
    <li className={deferredRowRendering}>
      {details.length === 0 && personId === null ? (
        <div className="px-3 py-1">{line}</div>
      ) : (
        <details className="group">
          <summary className="grid cursor-pointer grid-cols-[1fr_auto] items-start gap-2 px-3 py-1 -outline-offset-2 hover:bg-sunken max-md:py-2.5">
            {line}
            <ChevronDown
              aria-hidden="true"
              className="size-5 text-soft transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <div className="flex flex-col items-start gap-1 px-3 pb-3">
            {details.length > 0 ? <Facts details={details} /> : null}
            {personId ? (
              <Button variant="quiet" size="small" onClick={() => onPerson(personId)}>
                Solo questa persona
              </Button>
            ) : null}
          </div>
        </details>
      )}
    </li>
  );
}

/** '15 nov 2026, 10:00 · Persona disattivata · Carla Rossi come Giulia Ferrari · Tiburtina': no name twice. */
function Line({ entry }: { entry: AuditEntry }) {
  const { actor, actedAs, targetName, worksiteName } = entry;
  const who = actor === null ? 'Turnario, da solo' : (actor.name ?? gone);
  const as = actedAs ? ` come ${actedAs.name ?? gone}` : '';
  const about = [targetName, worksiteName].filter((name) => name !== actor?.name && name !== actedAs?.name);
  const facts = [`${who}${as}`, ...new Set(about)].filter(Boolean).join(' · ');
  return (
    <p className="grid gap-x-4 text-caption leading-6 md:grid-cols-[9rem_1fr_2fr]">
      <time dateTime={entry.at} className="text-soft">
        {formatDateTime(entry.at)}
      </time>
      <span className="font-semibold">{auditActionName(entry.action)}</span>
      <span>{facts}</span>
    </p>
  );
}

function Facts({ details }: { details: ReturnType<typeof factsOf> }) {
  return (
    <table className="w-full table-fixed text-left text-caption md:table-auto">
      <thead>
        <tr className="text-soft">
          <th scope="col" className="py-1 pr-4 font-medium">
            Campo
          </th>
          <th scope="col" className="py-1 pr-4 font-medium">
            Prima
          </th>
          <th scope="col" className="py-1 font-medium">
            Dopo
          </th>
        </tr>
      </thead>
      <tbody>
        {details.map(({ name, before, after }) => (
          <tr key={name} className="border-t border-line align-top">
            <th scope="row" className="py-1 pr-4 font-normal text-soft">
              {name}
            </th>
            <td className="py-1 pr-4">{before}</td>
            <td className="py-1">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
