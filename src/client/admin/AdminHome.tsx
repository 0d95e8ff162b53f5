import {
  Building2,
  ChartNoAxesColumn,
  FileCheck2,
  History,
  LayoutDashboard,
  Mail,
  Users,
} from 'lucide-react';
import { useSignedIn } from '../auth/session.ts';
import { CardLink } from '../ui/Card.tsx';

const ceoCards = [
  {
    to: '/ceo-admin?tab=worksites',
    title: 'Cantieri',
    text: 'Crea, modifica, disattiva, elimina',
    icon: Building2,
  },
  { to: '/ceo-admin?tab=users', title: 'Persone', text: 'Cerca, attiva, entra in un account', icon: Users },
  {
    to: '/ceo-admin?tab=operations',
    title: 'Codici OPP e Case',
    text: 'Approva e rifiuta',
    icon: FileCheck2,
  },
  {
    to: '/ceo-admin?tab=overview',
    title: 'Andamento',
    text: 'Scambi e richieste in breve',
    icon: ChartNoAxesColumn,
  },
  { to: '/ceo-admin?tab=audit', title: 'Registro', text: 'Chi ha fatto che cosa, e quando', icon: History },
  { to: '/email-config', title: 'Email', text: 'Da quale indirizzo partono', icon: Mail },
];
const panelCard = {
  to: '/admin',
  title: 'Pannello Amministrativo',
  text: 'Numeri, persone, turni, file per Excel',
  icon: LayoutDashboard,
};

/** Home of an admin: the ways to what they manage. */
export function AdminHome() {
  const { isCeo } = useSignedIn().user;
  return (
    <nav aria-label="Gestione" className="grid gap-3 md:grid-cols-2">
      {(isCeo ? [...ceoCards, panelCard] : [panelCard]).map(({ to, title, text, icon }) => (
        <CardLink key={to} to={to} title={title} icon={icon}>
          {text}
        </CardLink>
      ))}
    </nav>
  );
}
