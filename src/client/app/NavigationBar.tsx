import {
  ArrowLeftRight,
  CalendarDays,
  CalendarPlus,
  CalendarRange,
  CirclePlus,
  Ellipsis,
  FileCheck,
  House,
  LayoutDashboard,
  type LucideIcon,
  Table2,
  Users,
} from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { classNames } from '../ui/classNames.ts';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import type { NavigationEntry, NavigationIcon } from './routes.ts';

const ActionSheet = lazyWithPreload(() => import('../ui/ActionSheet.tsx'));

const icons: Record<NavigationIcon, LucideIcon> = {
  home: House,
  calendar: CalendarDays,
  add: CirclePlus,
  exchanges: ArrowLeftRight,
  codes: FileCheck,
  roster: Table2,
  panel: LayoutDashboard,
  people: Users,
  more: Ellipsis,
};

export interface Waiting {
  all: number;
  swaps: number;
}

interface NavigationBarProps {
  entries: readonly NavigationEntry[];
  /** `top` on a desktop, next to the logo; `bottom` on a phone. */
  place: 'top' | 'bottom';
  /** Counts for the badges of Home (everything waiting) and Scambi. */
  waiting: Waiting;
}

/** The main navigation. */
export function NavigationBar({ entries, place, waiting: { all, swaps } }: NavigationBarProps) {
  const { pathname, search } = useLocation();
  const shownTab = new URLSearchParams(search).get('tab');
  const isTop = place === 'top';
  return (
    <nav
      aria-label="Principale"
      data-bottom-bar={isTop ? undefined : ''}
      className={
        isTop
          ? 'hidden md:block @min-[40rem]:shrink-0'
          : '@container fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden'
      }
    >
      <ul className={isTop ? 'flex gap-0.5' : 'mx-auto flex max-w-md'}>
        {entries.map(({ path, label, icon, aliases = [], tab }) => {
          const Icon = icons[icon];
          const to = tab ? `${path}?tab=${tab}` : path;
          const isAtTab = !tab || tab === shownTab;
          const current = isAtTab ? whereIs(pathname, path, aliases) : undefined;
          const waiting = icon === 'home' ? all : icon === 'exchanges' ? swaps : 0;
          const waitingId = `attende-${icon}-${place}`;
          const look = classNames(isTop ? topLook : bottomLook);
          const content = (
            <>
              <span aria-hidden="true" className={isTop ? 'hidden lg:block' : 'relative'}>
                <Icon
                  strokeWidth={current ? 2.25 : 1.75}
                  className={isTop ? 'size-5' : 'size-6 low:size-5'}
                />
                {waiting > 0 && !isTop ? <span className={bottomCount}>{shortCount(waiting)}</span> : null}
              </span>
              <span className={isTop ? undefined : '@max-[19rem]:sr-only'}>{label}</span>
              {waiting > 0 && isTop ? (
                <span aria-hidden="true" className={topCount}>
                  {shortCount(waiting)}
                </span>
              ) : null}
            </>
          );
          return (
            <li key={to} className={isTop ? undefined : 'flex-1'}>
              {icon === 'add' ? (
                <AddButton isHere={pathname.startsWith('/shifts/')} look={look}>
                  {content}
                </AddButton>
              ) : (
                <Link
                  to={to}
                  aria-current={current}
                  aria-describedby={waiting > 0 ? waitingId : undefined}
                  className={look}
                >
                  {content}
                </Link>
              )}
              {waiting > 0 ? (
                <span id={waitingId} hidden>
                  {icon === 'exchanges' ? 'Puoi rispondere' : 'Tocca a te'}:{' '}
                  {waiting === 1 ? '1 cosa' : `${waiting} cose`}
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface AddButtonProps {
  /** Whether one of its pages is open. */
  isHere: boolean;
  look: string;
  children: ReactNode;
}

/** Opens a sheet with the two ways to add entries. */
function AddButton({ isHere, look, children }: AddButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isHere ? 'true' : undefined}
        onClick={() => setOpen(true)}
        className={classNames(look, 'w-full')}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <ActionSheet
            title="Aggiungi"
            onClose={() => setOpen(false)}
            actions={[
              { icon: CalendarPlus, label: 'Un giorno', hint: 'O pochi giorni uguali', to: '/shifts/new' },
              {
                icon: CalendarRange,
                label: 'Tutto il mese',
                hint: 'Rotazione, copia, a mano o da file',
                to: '/shifts/fill',
              },
            ]}
          />
        </Suspense>
      )}
    </>
  );
}

/** The `aria-current` value: 'page' on the page itself, 'true' on one below it, such as a receipt. */
function whereIs(pathname: string, to: string, aliases: readonly string[]): 'page' | 'true' | undefined {
  if (pathname === to || aliases.includes(pathname)) return 'page';
  return to !== '/' && pathname.startsWith(`${to}/`) ? 'true' : undefined;
}

const shortCount = (count: number): string => (count > 99 ? '99+' : String(count));

const topLook =
  'relative flex min-h-11 items-center gap-2 rounded-md px-2.5 font-medium text-soft transition-colors duration-150 ' +
  '@min-[40rem]:whitespace-nowrap @max-[60rem]:px-2 hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent';

const countLook =
  'tabular grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-caption leading-none font-bold text-on-accent';

// positioned absolutely: in the flow, it would shift the entries after it
const topCount = classNames(countLook, 'absolute -top-1.5 -right-1 border-2 border-ground low:top-0');

const bottomCount = classNames(
  countLook,
  // on the right, so that two or three digits do not hide the icon
  'absolute -top-1 left-3.5 w-max border-2 border-surface @max-[11rem]:-left-1',
);

// A ribbon at the top edge marks the current page.
const bottomLook =
  'relative flex min-h-(--bar-height) flex-col items-center justify-center gap-0.5 text-caption font-medium text-soft ' +
  'low:gap-0 low:leading-4 ' +
  'transition-colors duration-150 active:bg-sunken aria-[current]:font-semibold aria-[current]:text-accent ' +
  'before:absolute before:top-0 before:h-1 before:w-8 before:rounded-b-full aria-[current]:before:bg-accent ' +
  '-outline-offset-2 max-[22.5rem]:text-[0.6875rem]';
