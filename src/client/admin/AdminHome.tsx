import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { type Attention, newUserDays } from '../../domain/admin/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { classNames } from '../ui/classNames.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { attentionQuery } from './api.ts';
import { formatCount } from './counts.ts';

const panelLink = { to: '/admin', text: 'Pannello Amministrativo: totali, turni recenti, file per Excel' };
const ceoLinks = [
  { to: '/ceo-admin?tab=worksites', text: 'Cantieri: crea, modifica, disattiva' },
  { to: '/ceo-admin?tab=users', text: 'Persone: cerca, attiva, entra in un account' },
  { to: '/ceo-admin?tab=overview', text: 'Andamento: scambi e richieste, settimana per settimana' },
  { to: '/ceo-admin?tab=audit', text: 'Registro: chi ha fatto che cosa, e quando' },
  { to: '/email-config', text: 'Email: da quale indirizzo partono' },
];

export function AdminHome() {
  const { isCeo } = useSignedIn().user;
  return (
    <div className="flex flex-col gap-8">
      {isCeo ? <AttentionNumbers /> : null}
      <nav aria-label="Gestione">
        <ul className="divide-y divide-line border-y border-line">
          {(isCeo ? [...ceoLinks, panelLink] : [panelLink]).map(({ to, text }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-12 items-center justify-between gap-3 py-2 hover:text-accent active:bg-sunken"
              >
                {text}
                <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function AttentionNumbers() {
  const attention = useQuery(attentionQuery);
  return (
    <section aria-label="Da guardare">
      <QueryStatus query={attention} failed="Non riesco a caricare i numeri.">
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} className="h-30 rounded-lg" />
          ))}
        </div>
      </QueryStatus>
      {attention.data ? (
        <ul className="grid grid-cols-2 gap-3 lg:grid-cols-5">
          {numbersOf(attention.data).map((number) => (
            <NumberLink key={number.to} {...number} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

interface AttentionNumber {
  /** Where it can be looked into, narrowed to what is counted. */
  to: string;
  count: number;
  one: string;
  many: string;
  isUrgent?: boolean;
}

function NumberLink({ to, count, one, many, isUrgent = false }: AttentionNumber) {
  return (
    <li className="grid">
      <Link
        to={to}
        className={classNames(
          'flex min-h-30 flex-col gap-1 rounded-lg border bg-surface p-4 shadow-raised hover:border-accent active:translate-y-px',
          isUrgent ? 'border-accent' : 'border-line',
        )}
      >
        <span className={classNames('tabular text-display font-bold', isUrgent && 'text-accent')}>
          {formatCount(count)}
        </span>
        <span className="text-caption">{count === 1 ? one : many}</span>
      </Link>
    </li>
  );
}

function numbersOf({ codes, mail, failedSignIns, newPeople, unreachable }: Attention): AttentionNumber[] {
  const waiting = codes.OPP + codes.Case;
  // OPP is the first tab: the other one, where all that wait are there
  const type = codes.OPP === 0 && codes.Case > 0 ? 'Case' : 'OPP';
  const unsent = mail.queued + mail.failed + mail.unsure;
  const status = mail.failed > 0 ? 'failed' : mail.unsure > 0 ? 'unsure' : 'queued';
  const lately = `negli ultimi ${newUserDays} giorni`;
  return [
    {
      to: `/ceo-admin?tab=operations&tipo=${type}&stato=in-attesa`,
      count: waiting,
      one: 'codice da esaminare',
      many: 'codici da esaminare',
      isUrgent: waiting > 0,
    },
    {
      to: `/email-config?coda=${status}`,
      count: unsent,
      one: 'email non ancora partita',
      many: 'email non ancora partite',
      isUrgent: mail.failed + mail.unsure > 0,
    },
    {
      to: '/ceo-admin?tab=overview',
      count: failedSignIns,
      one: 'accesso fallito oggi',
      many: 'accessi falliti oggi',
    },
    {
      to: '/ceo-admin?tab=users&nuove',
      count: newPeople,
      one: `persona nuova ${lately}`,
      many: `persone nuove ${lately}`,
    },
    {
      to: '/email-config',
      count: unreachable,
      one: 'persona senza notifiche né email',
      many: 'persone senza notifiche né email',
    },
  ];
}
