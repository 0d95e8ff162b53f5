import { Link } from 'react-router';
import { LogoutButton } from '../auth/LogoutButton.tsx';
import { useSignedIn } from '../auth/session.ts';
import { NotificationBell } from '../notifications/NotificationBell.tsx';
import { Logo } from '../ui/Logo.tsx';
import type { NavigationEntry } from './navigation.ts';
import { NavigationBar } from './NavigationBar.tsx';

/** Logo, navigation on a desk, bell, name and the way out. */
export function Header({ entries }: { entries: readonly NavigationEntry[] }) {
  const { user } = useSignedIn();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ground pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex h-16 max-w-5xl items-center gap-2 px-4 md:gap-6 md:px-6">
        <Link to="/" aria-label="Turnario, pagina iniziale" className="-ml-1 flex rounded-md p-1">
          <Logo />
        </Link>
        <NavigationBar entries={entries} place="top" />
        <div className="ml-auto flex min-w-0 items-center gap-1 md:gap-2">
          <NotificationBell />
          <Link
            to="/profile"
            title="Il Mio Profilo"
            className="flex min-h-11 min-w-11 items-center justify-center rounded-md px-1 font-medium hover:text-accent hover:underline"
          >
            <span className="truncate max-md:max-w-24">
              {user.firstName}
              <span className="hidden md:inline"> {user.lastName}</span>
            </span>
            <span className="sr-only">, il mio profilo</span>
          </Link>
          <LogoutButton />
        </div>
      </div>
    </header>
  );
}
