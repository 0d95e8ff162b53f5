import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Building2, CircleCheck, LayoutDashboard, Users } from 'lucide-react';
import { Link } from 'react-router';
import { type Attention, newUserDays } from '../../domain/admin/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { CardLink } from '../ui/Card.tsx';
import { classNames } from '../ui/classNames.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { attentionQuery } from './api.ts';
import { countOf } from './counts.ts';

export function AdminHome() {
  const { isCeo } = useSignedIn().user;
  return (
    <div className="flex flex-col gap-8">
      {isCeo ? <AttentionTiles /> : null}
      <nav aria-label="Gestione" className="grid gap-3 md:grid-cols-2">
        {isCeo ? (
          <>
            <CardLink to="/ceo-admin?tab=worksites" title="Cantieri" icon={Building2}>
              Crea, modifica, invita
            </CardLink>
            <CardLink to="/ceo-admin?tab=users" title="Persone" icon={Users}>
              Cerca, attiva, entra in un account
            </CardLink>
          </>
        ) : (
          <CardLink to="/admin" title="Pannello Amministrativo" icon={LayoutDashboard}>
            Totali, turni recenti, file per Excel
          </CardLink>
        )}
      </nav>
    </div>
  );
}

function AttentionTiles() {
  const attention = useQuery(attentionQuery);
  const tiles = attention.data && tilesOf(attention.data);
  return (
    <section aria-label="Da guardare">
      <QueryStatus query={attention} failed="Non riesco a caricare i numeri.">
        <Skeleton className="h-30 rounded-lg" />
      </QueryStatus>
      {tiles?.length === 0 ? (
        <p className="flex items-center gap-2 text-soft">
          <CircleCheck aria-hidden="true" className="size-5 text-success" />
          Tutto a posto: niente aspetta te.
        </p>
      ) : null}
      {tiles && tiles.length > 0 ? (
        <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-4">
          {tiles.map((tile) => (
            <AttentionTile key={tile.act} {...tile} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

interface Tile {
  /** What needs attention. */
  text: string;
  act: string;
  /** Link to the page, filtered to the counted items. */
  to: string;
  isBad?: boolean;
}

function AttentionTile({ text, act, to, isBad = false }: Tile) {
  return (
    <li className="grid">
      <Link
        to={to}
        className={classNames(
          'flex min-h-24 flex-col justify-between gap-2 rounded-lg border bg-surface p-4 shadow-raised hover:border-accent active:translate-y-px',
          isBad ? 'border-warn' : 'border-line',
        )}
      >
        <span className={classNames('tabular text-lead font-semibold', isBad && 'text-warn')}>{text}</span>
        <span className="flex items-center gap-1 text-caption font-semibold text-accent">
          {act}
          <ArrowRight aria-hidden="true" className="size-4" />
        </span>
      </Link>
    </li>
  );
}

/** Only non-empty tiles, those that only the CEO can fix first. */
function tilesOf({ codes, mail, isMailReady, failedSignIns, newPeople, unreachable }: Attention): Tile[] {
  const tiles: Tile[] = [];
  const unsent = mail.queued + mail.failed + mail.unsure;
  const failed = mail.failed + mail.unsure;
  if (!isMailReady) {
    const unreached = countOf(unreachable, 'persona non riceve niente', 'persone non ricevono niente');
    tiles.push({
      text: `Le email non partono: ${unsent} in coda, ${unreached}`,
      act: 'Imposta la posta',
      to: '/email-config',
      isBad: true,
    });
  } else if (failed > 0) {
    tiles.push({
      text: countOf(failed, 'email non è partita', 'email non sono partite'),
      act: 'Guarda perché',
      to: `/email-config?coda=${mail.failed > 0 ? 'failed' : 'unsure'}`,
      isBad: true,
    });
  }
  if (codes.OPP + codes.Case > 0) {
    // OPP is the first tab; the other one if no OPP codes are pending
    const type = codes.OPP === 0 ? 'Case' : 'OPP';
    tiles.push({
      text: countOf(codes.OPP + codes.Case, 'codice da esaminare', 'codici da esaminare'),
      act: 'Esamina i codici',
      to: `/ceo-admin?tab=operations&tipo=${type}&stato=in-attesa`,
    });
  }
  if (failedSignIns > 0) {
    tiles.push({
      text: countOf(failedSignIns, 'accesso fallito oggi', 'accessi falliti oggi'),
      act: 'Apri l’andamento',
      to: '/altro/andamento',
    });
  }
  if (newPeople > 0) {
    tiles.push({
      text: `${countOf(newPeople, 'persona nuova', 'persone nuove')} negli ultimi ${newUserDays} giorni`,
      act: 'Guarda chi è',
      to: '/ceo-admin?tab=users&nuove',
    });
  }
  return tiles;
}
