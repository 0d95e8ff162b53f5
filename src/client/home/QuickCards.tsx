import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeftRight, CalendarPlus, FileCheck, TreePalm, UserRound } from 'lucide-react';
import { Suspense } from 'react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { operationTypes } from '../../domain/operations/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { exchangeListQuery } from '../exchanges/api.ts';
import { whenOf } from '../exchanges/kindTexts.ts';
import { operationListQuery } from '../operations/api.ts';
import { CardLink } from '../ui/Card.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { HolidaySwapDialog } from './holidaySwap.ts';

/** The next screens, one press away; drivers swap holidays where others log operation codes. */
export function QuickCards({ isTaxi }: { isTaxi: boolean }) {
  return (
    <nav aria-label="Vai a" className="grid gap-3 md:grid-cols-2">
      <CardLink to="/shifts/new" title="Aggiungi turni" icon={CalendarPlus}>
        Uno o più giorni in una volta
      </CardLink>
      <SwapQuickCard />
      {isTaxi ? <HolidaySwapCard /> : <OperationsQuickCard />}
      <CardLink to="/profile" title="Il mio profilo" icon={UserRound}>
        {isTaxi ? 'Licenza, cellulare, password' : 'Ore di contratto, password, i tuoi dati'}
      </CardLink>
    </nav>
  );
}

/** Leads to the exchange screen; straight to the own request where a colleague's offer waits for an answer. */
function SwapQuickCard() {
  const { user, worksite } = useSignedIn();
  const { data } = useInfiniteQuery(exchangeListQuery('pre-accettati'));
  const requests = data?.pages.flatMap((page) => page.requests) ?? [];
  const waiting = requests
    .filter(({ requesterId, preAcceptanceCount }) => requesterId === user.id && preAcceptanceCount > 0)
    .toSorted((one, other) => (one.requestedDate < other.requestedDate ? -1 : 1));
  const [first] = waiting;
  if (!first) {
    return (
      <CardLink to="/exchanges" title={titles[worksite.variant]} icon={ArrowLeftRight}>
        Le richieste dei colleghi e le tue
      </CardLink>
    );
  }
  return (
    <CardLink
      to={`/exchanges?highlight=${first.id}`}
      title="Uno scambio aspetta la tua conferma"
      icon={ArrowLeftRight}
    >
      {offerText(first)}
      {waiting.length > 1 && (waiting.length === 2 ? ', e un’altra' : `, e altre ${waiting.length - 1}`)}
    </CardLink>
  );
}

const titles: Record<WorksiteVariant, string> = {
  standard: 'Scambia un turno',
  taxi: 'Scambia una settimana',
};

/** 'Marco Bianchi accetta il tuo turno di mer 25 nov', '3 colleghi accettano la settimana sab 5 – ven 11 dic' */
function offerText(request: ExchangeRequest): string {
  const { kind, preAcceptedBy, preAcceptanceCount } = request;
  const [only] = preAcceptedBy;
  const who =
    preAcceptanceCount === 1 && only ? `${only.name} accetta` : `${preAcceptanceCount} colleghi accettano`;
  return `${who} ${kind === 'turno' ? 'il tuo turno di ' : ''}${whenOf(request)}`;
}

const parameter = 'scambia-ferie';

/** Opens 'Scambia Ferie' over the page it stands on; a phone's back button closes it. */
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

/** Leads to the operation codes; for who reviews them, with how many wait. */
function OperationsQuickCard() {
  const { user } = useSignedIn();
  if (user.mayReviewCodes) return <ReviewerCard />;
  return (
    <CardLink to="/operazioni" title="Operazioni aziendali" icon={FileCheck}>
      I tuoi codici OPP e Case
    </CardLink>
  );
}

function ReviewerCard() {
  const { data } = useInfiniteQuery(
    operationListQuery({ source: 'worksite', type: 'OPP', status: 'pending', month: null, worksiteId: null }),
  );
  const counts = data?.pages.at(-1)?.counts;
  const waiting = counts ? operationTypes.reduce((sum, type) => sum + counts[type], 0) : 0;
  // OPP is the first tab: the other one, where all that wait are there
  const type = counts && counts.OPP === 0 && counts.Case > 0 ? 'Case' : 'OPP';
  return (
    <CardLink
      to={waiting > 0 ? `/operazioni?tipo=${type}&stato=in-attesa` : '/operazioni'}
      title="Operazioni aziendali"
      icon={FileCheck}
    >
      {waiting === 0 ? 'I codici OPP e Case del cantiere' : null}
      {waiting === 1 ? 'Un codice da esaminare' : null}
      {waiting > 1 ? `${waiting} codici da esaminare` : null}
    </CardLink>
  );
}
