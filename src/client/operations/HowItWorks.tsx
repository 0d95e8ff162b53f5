import { statusNames } from '../../domain/operations/texts.it.ts';
import { Badge } from '../ui/Badge.tsx';
import { statusLooks } from './codeLook.ts';

/** What happens to a code, for those who enter one for the first time. */
export function HowItWorks() {
  return (
    <section aria-labelledby="come-funziona" className="rounded-lg bg-sunken px-4 py-4 md:px-5">
      <h2 id="come-funziona" className="text-lead font-semibold">
        Come funziona
      </h2>
      <ol className="mt-2 flex max-w-prose list-decimal flex-col gap-2 pl-5">
        <li>
          Finita un’operazione, inserisci il suo codice: OPP se comincia per OP, Case se è fatto di sole
          cifre.
        </li>
        <li>
          Il codice resta <Badge variant={statusLooks.pending}>{statusNames.pending}</Badge> finché chi
          approva i codici lo esamina. Nel frattempo puoi eliminarlo.
        </li>
        <li>
          <Badge variant={statusLooks.approved}>{statusNames.approved}</Badge> vuol dire che sarà pagato,{' '}
          <Badge variant={statusLooks.rejected}>{statusNames.rejected}</Badge> che non lo sarà: leggi il
          motivo e, se serve, inseriscilo di nuovo.
        </li>
      </ol>
    </section>
  );
}
