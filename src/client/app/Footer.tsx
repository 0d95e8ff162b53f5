import { Link } from 'react-router';
import { ThemeChoice } from '../ui/ThemeChoice.tsx';

const linkLook = 'inline-flex min-h-11 items-center underline hover:text-accent';

/** The end of every page: the terms, the mails, and light or dark. */
export function Footer() {
  return (
    <footer className="mx-auto flex w-full max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 pt-4 pb-6 text-caption text-soft md:px-6">
      <nav aria-label="Altro" className="flex flex-wrap gap-x-6">
        <Link to="/terms-conditions" className={linkLook}>
          Termini, privacy e responsabilità
        </Link>
        <Link to="/email-config" className={linkLook}>
          Email degli scambi
        </Link>
      </nav>
      <ThemeChoice />
    </footer>
  );
}
