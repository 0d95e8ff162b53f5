import { House } from 'lucide-react';
import { LinkButton } from '../ui/LinkButton.tsx';

/** Any address that leads nowhere. */
export function NotFoundPage() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center pt-6 text-center md:pt-16">
      <MissingLeaf />
      <title>404 · Turnario</title>
      <h1 tabIndex={-1} className="text-display font-bold">
        404 Page Not Found
      </h1>
      <p className="mt-1 mb-6 text-soft">
        Questa pagina dell’agenda non c’è: l’indirizzo è sbagliato o è cambiato.
      </p>
      <LinkButton to="/" icon={<House aria-hidden="true" className="size-5" />}>
        Torna alla home
      </LinkButton>
    </div>
  );
}

/** A leaf of a calendar for a day that no month has. */
function MissingLeaf() {
  return (
    <div
      aria-hidden="true"
      className="mb-8 w-36 -rotate-3 overflow-hidden rounded-lg border border-line bg-surface shadow-float"
    >
      <p className="bg-panel py-1.5 text-caption font-semibold text-on-panel">nessun mese</p>
      <p className="tabular pt-4 text-[3.5rem] leading-none font-bold tracking-tight">404</p>
      <p className="pt-1 pb-4 text-caption text-soft">giorno sconosciuto</p>
    </div>
  );
}
