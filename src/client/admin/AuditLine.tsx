import { auditActionName } from '../../domain/admin/auditActions.it.ts';
import type { AuditEntry } from '../../domain/admin/schema.ts';
import { formatDateTime } from '../../domain/calendar/day.ts';
import { Button } from '../ui/Button.tsx';
import { deferredRowRendering } from '../ui/deferredRowRendering.ts';
import { factsOf } from './auditFacts.ts';

const gone = 'un account eliminato';

export function AuditLine({ entry, onPerson }: { entry: AuditEntry; onPerson: (id: string) => void }) {
  const { actor, actedAs, targetName, worksiteName, targetType } = entry;
  const personId = actedAs?.id ?? (targetType === 'user' ? entry.targetId : null);
  const who = actor === null ? 'Turnario, da solo' : (actor.name ?? gone);
  const details = factsOf(entry);
  return (
    <li className={`rounded-lg border border-line bg-surface px-4 py-3 ${deferredRowRendering}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{auditActionName(entry.action)}</h3>
        <time dateTime={entry.at} className="text-caption text-soft">
          {formatDateTime(entry.at)}
        </time>
      </div>
      <p>
        {who}
        {actedAs ? ` come ${actedAs.name ?? gone}` : ''}
        {targetName && targetName !== actedAs?.name ? ` · ${targetName}` : ''}
        {worksiteName && worksiteName !== targetName ? ` · ${worksiteName}` : ''}
      </p>
      <div className="flex flex-wrap items-start gap-x-2">
        {details.length > 0 ? (
          <details className="min-w-0 flex-1 max-md:open:basis-full">
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-caption font-semibold text-accent">
              Prima e dopo
            </summary>
            <Facts details={details} />
          </details>
        ) : null}
        {personId ? (
          <Button variant="plain" size="small" onClick={() => onPerson(personId)}>
            Solo questa persona
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function Facts({ details }: { details: ReturnType<typeof factsOf> }) {
  return (
    <div className="pb-2">
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
    </div>
  );
}
