import { Bell, CalendarHeart, Contrast, FileDown, KeyRound, MonitorSmartphone } from 'lucide-react';
import type { Session } from '../../domain/users/schema.ts';

/** Settings besides account and contract, one page each. */
export const settings = [
  {
    path: '/profile/notifiche',
    title: 'Notifiche',
    lead: 'Ti avvisano anche quando Turnario è chiuso.',
    icon: Bell,
  },
  {
    path: '/profile/password',
    title: 'Password',
    lead: 'Se la cambi, gli altri dispositivi si scollegano.',
    icon: KeyRound,
  },
  {
    path: '/profile/dispositivi',
    title: 'Dispositivi',
    lead: 'Dove il tuo account è collegato adesso.',
    icon: MonitorSmartphone,
  },
  {
    path: '/profile/calendario',
    title: 'Il tuo calendario',
    lead: 'I tuoi turni nel calendario del telefono, aggiornati da soli.',
    icon: CalendarHeart,
  },
  {
    path: '/profile/aspetto',
    title: 'Aspetto',
    lead: 'Chiaro, scuro o come il dispositivo.',
    icon: Contrast,
  },
  {
    path: '/profile/dati',
    title: 'I tuoi dati',
    lead: 'Account, turni, richieste, scambi, notifiche e codici, in un file JSON tutto tuo.',
    icon: FileDown,
  },
] as const;

export type SettingPath = (typeof settings)[number]['path'];

/** Whether a session may change it: admins have no calendar; an impersonating CEO only sets the appearance. */
export const isSetBy = ({ user, isImpersonating }: Session, path: SettingPath): boolean =>
  isImpersonating ? path === '/profile/aspetto' : path !== '/profile/calendario' || user.role !== 'admin';

export const leftToThePerson =
  'Password, notifiche, dispositivi, link del calendario e copia dei dati restano alla persona: da qui non si toccano.';
