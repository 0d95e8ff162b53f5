import {
  ArrowLeftRight,
  Building2,
  CalendarDays,
  CirclePlus,
  FileCheck,
  House,
  LayoutDashboard,
  type LucideIcon,
} from 'lucide-react';
import type { Session } from '../../domain/users/schema.ts';

export interface NavigationEntry {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Other addresses that are the same place. */
  aliases?: readonly string[];
}

const home: NavigationEntry = { to: '/', label: 'Home', icon: House, aliases: ['/dashboard'] };
const exchanges: NavigationEntry = { to: '/exchanges', label: 'Scambi', icon: ArrowLeftRight };
const operations: NavigationEntry = { to: '/operazioni', label: 'Operazioni', icon: FileCheck };
const shifts: readonly NavigationEntry[] = [
  { to: '/calendar', label: 'Calendario', icon: CalendarDays },
  { to: '/shifts/new', label: 'Aggiungi', icon: CirclePlus },
];

const panel: NavigationEntry = { to: '/admin', label: 'Pannello', icon: LayoutDashboard };
const ceoPanel: NavigationEntry = { to: '/ceo-admin', label: 'CEO', icon: Building2 };

/** Where a person can go: an admin keeps no shifts, the taxi worksite knows no operation codes. */
export function navigationOf({ user, worksite }: Session): readonly NavigationEntry[] {
  if (user.role === 'admin')
    return user.isCeo ? [home, operations, panel, ceoPanel] : [home, operations, panel];
  return worksite.variant === 'taxi'
    ? [home, ...shifts, exchanges]
    : [home, ...shifts, exchanges, operations];
}
