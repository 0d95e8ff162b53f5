import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { PageHeader } from '../ui/PageHeader.tsx';

const places = [
  { to: '/ceo-admin?tab=worksites', name: 'Cantieri', text: 'Crea, modifica, invita, regole degli scambi' },
  { to: '/altro/andamento', name: 'Andamento', text: 'Scambi e richieste, settimana per settimana' },
  { to: '/altro/registro', name: 'Registro', text: 'Chi ha fatto che cosa, e quando' },
  { to: '/email-config', name: 'Posta', text: 'Da quale indirizzo partono le email, e quali aspettano' },
  { to: '/admin', name: 'Pannello Amministrativo', text: 'Totali, turni recenti, file per Excel' },
];

/** `/altro`: the CEO's less frequently used pages. */
export default function MorePage() {
  return (
    <>
      <PageHeader />
      <ul className="max-w-2xl divide-y divide-line border-y border-line">
        {places.map(({ to, name, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-14 items-center justify-between gap-3 py-2 hover:text-accent active:bg-sunken"
            >
              <span>
                <span className="block font-medium">{name}</span>
                <span className="block text-caption text-soft">{text}</span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
