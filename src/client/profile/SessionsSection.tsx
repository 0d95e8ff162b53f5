import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import type { OwnSession } from '../../domain/auth/ownAccount.ts';
import { formatRelativeTime } from '../../domain/calendar/day.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { currentInstant } from '../shifts/clock.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { ownSessionsQuery, useEndSessions } from './api.ts';

export function SessionsSection() {
  const sessions = useQuery(ownSessionsQuery);
  return (
    <>
      {sessions.data ? (
        <Sessions sessions={sessions.data} />
      ) : (
        <QueryStatus query={sessions} failed="I dispositivi non si vedono. Riprova.">
          <SkeletonList count={1} className="h-14" label="Carico i dispositivi" />
        </QueryStatus>
      )}
    </>
  );
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const end = useEndSessions();
  return (
    <>
      <ul className="flex flex-col">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.id}
            onEnd={() => end.start(session.id)}
          />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button
          variant="quiet"
          isPending={end.isPending && end.variables === null}
          onClick={() => end.start(null)}
          className="self-start"
        >
          Esci dagli altri dispositivi
        </Button>
      ) : null}
    </>
  );
}

interface SessionRowProps {
  session: OwnSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, isCurrent, lastUsedAt } = session;
  const name = device ?? 'Dispositivo sconosciuto';
  const Icon = /Android|iPhone/.test(name) ? Smartphone : Monitor;
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 border-b border-line py-2 last:border-0">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-soft" />
      <div className="min-w-20 flex-1">
        <p className="font-medium">{name}</p>
        {isCurrent ? null : (
          <p className="tabular text-caption text-soft">
            Ultimo uso: {formatRelativeTime(lastUsedAt, currentInstant())}
          </p>
        )}
      </div>
      {isCurrent ? (
        <Badge variant="accent">Questo dispositivo</Badge>
      ) : (
        <Button
          variant="plain"
          size="small"
          isPending={isEnding}
          onClick={onEnd}
          aria-label={`Esci da ${name}`}
        >
          Esci
        </Button>
      )}
    </li>
  );
}
