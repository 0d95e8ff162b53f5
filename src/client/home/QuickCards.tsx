import { ArrowLeftRight, CalendarPlus, FileCheck, Table2, TreePalm, UserRound } from 'lucide-react';
import { Suspense } from 'react';
import { useSignedIn } from '../auth/session.ts';
import { CardLink } from '../ui/Card.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { HolidaySwapDialog } from './swapDialogs.ts';

export function QuickCards({ isTaxi }: { isTaxi: boolean }) {
  const { user, worksite } = useSignedIn();
  return (
    <nav aria-label="Vai a" className="@container grid gap-3 md:grid-cols-2">
      <CardLink to="/shifts/new" title="Aggiungi turni" icon={CalendarPlus}>
        Uno o più giorni in una volta
      </CardLink>
      <CardLink
        to="/exchanges"
        title={isTaxi ? 'Scambia una settimana' : 'Scambia un turno'}
        icon={ArrowLeftRight}
      >
        Le richieste dei colleghi e le tue
      </CardLink>
      {worksite.swapPolicy.kinds.includes('ferie') ? <HolidaySwapCard /> : null}
      {isTaxi ? null : (
        <CardLink to="/operazioni" title="Operazioni aziendali" icon={FileCheck}>
          {user.mayReviewCodes ? 'I codici OPP e Case del cantiere' : 'I tuoi codici OPP e Case'}
        </CardLink>
      )}
      {user.mayLoadShifts ? (
        <CardLink to="/rosters" title="Tabellone" icon={Table2}>
          Carica i turni del cantiere da un file
        </CardLink>
      ) : null}
      <CardLink to="/profile" title="Il mio profilo" icon={UserRound}>
        {isTaxi ? 'Licenza, cellulare, password' : 'Ore di contratto, password, i tuoi dati'}
      </CardLink>
    </nav>
  );
}

const parameter = 'scambia-ferie';

/** Opens 'Scambia Ferie' over the current page; Back closes it. */
function HolidaySwapCard() {
  const { parameters, change } = useAddress();
  const opened = new URLSearchParams(parameters);
  opened.set(parameter, '');
  return (
    <>
      <CardLink to={`?${opened.toString()}`} title="Scambia Ferie" icon={TreePalm}>
        Una tua settimana di ferie per quella di un collega
      </CardLink>
      <Suspense>
        {parameters.has(parameter) ? (
          <HolidaySwapDialog day={null} onClose={() => change({ [parameter]: null })} />
        ) : null}
      </Suspense>
    </>
  );
}
