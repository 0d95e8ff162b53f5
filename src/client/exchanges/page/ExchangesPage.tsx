import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ExchangeTab, exchangeTabs } from '../../../domain/exchanges/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { AskForPushes } from '../../push/AskForPushes.tsx';
import { userShiftsQuery } from '../../shifts/api.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import type { PendingAction } from '../actions.ts';
import { completedQuery, exchangeCountsQuery, exchangeListQuery } from '../api.ts';
import { listAndCard } from '../card/ExchangeCard.tsx';
import { ExchangeScreenContext, useSteadyScreen } from '../exchangeScreen.ts';
import { draftOf, emptyStart, type ExchangeDraft, startOf } from '../form/draft.ts';
import { CompletedSwaps } from './CompletedSwaps.tsx';
import { RequestList } from './RequestList.tsx';
import { tabTexts } from './tabs.ts';
import { useExchangeAddress, useHighlight } from './useExchangeAddress.ts';

// The list loads first; forms and dialogs while the person reads.
const ExchangeForms = lazyWithPreload(() => import('../form/ExchangeForms.tsx'));
const PendingActionDialog = lazyWithPreload(() => import('../dialog/PendingActionDialog.tsx'));

const subtitles: Record<WorksiteVariant, string> = {
  standard: 'Con i colleghi dello stesso cantiere, con le stesse ore di contratto e lo stesso ruolo.',
  taxi: 'Settimane intere, da sabato a venerdì, con i colleghi del tuo cantiere.',
};

/** The exchange screen: five tabs of requests, their actions, and the forms. */
export default function ExchangesPage() {
  const { variant, swapPolicy } = useSignedIn().worksite;
  const { kinds } = swapPolicy;
  const texts = tabTexts[variant];
  const address = useExchangeAddress();
  const { tab, highlight } = address;
  const isCompleted = tab === 'completati';
  const requests = useInfiniteQuery({ ...exchangeListQuery(tab), enabled: !isCompleted });
  const swaps = useInfiniteQuery({ ...completedQuery, enabled: isCompleted });
  const counts = useQuery(exchangeCountsQuery).data?.counts;
  const isLoaded = (isCompleted ? swaps : requests).data !== undefined;
  const linkedId = useHighlight(address, isLoaded);
  const draftRef = useRef<ExchangeDraft | null>(null);
  const [holidays, setHolidays] = useState(emptyStart);
  const heading = useRef<HTMLHeadingElement>(null);
  const takeFocus = () => heading.current?.focus({ preventScroll: true });
  const { pending, ask, close, finish } = usePendingAction(takeFocus);
  const hasForm = address.formFor !== null || address.editedId !== null || address.holidayFor !== null;
  const client = useQueryClient();
  useEffect(() => {
    // the form's choices
    const readShifts = () => void client.query(userShiftsQuery()).catch(() => null);
    return runWhenIdle([PendingActionDialog.preload, ExchangeForms.preload, readShifts]);
  }, [client]);
  const screen = useSteadyScreen({
    publish: () => (kinds.some((kind) => kind !== 'ferie') ? address.openForm('') : address.openHolidays('')),
    ask,
    openTab: address.selectTab,
    openCard: address.openCard,
    show: ({ tab: place, id }) => address.show(place ?? tab, id),
    edit: ({ id }) => address.editRequest(id),
    republish: (request) => {
      if (request.kind === 'ferie') {
        setHolidays(startOf(request));
        address.openHolidays(request.offeredShift.date);
      } else {
        draftRef.current = draftOf(request);
        address.openForm(request.offeredShiftId ?? '');
      }
    },
    takeFocus,
  });
  return (
    <ExchangeScreenContext value={screen}>
      <PageHeader action={kinds.length > 0 ? <NewButton onPress={screen.publish} /> : undefined}>
        {subtitles[variant]}
      </PageHeader>
      <Tabs
        label="Scambi"
        tabs={exchangeTabs.map((id) => ({ id, label: texts[id].label, count: counts?.[id] }))}
        selected={tab}
        onSelect={address.selectTab}
      >
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          {texts[tab].label}
        </h2>
        <div className={listAndCard}>
          {/* only once loaded: it is above the list, which must not shift */}
          {isLoaded && isSomethingAwaited(tab, counts) ? (
            <div className="mb-4 empty:hidden">
              <AskForPushes key={tab} />
            </div>
          ) : null}
          {isCompleted ? (
            <CompletedSwaps highlightedRequestId={highlight} linkedRequestId={linkedId} />
          ) : (
            <RequestList tab={tab} highlightedId={highlight} linkedId={linkedId} openId={address.openId} />
          )}
        </div>
      </Tabs>
      {pending ? (
        <Suspense>
          <PendingActionDialog
            pending={pending}
            onClose={close}
            onDone={(answer) => {
              finish();
              if (answer?.status === 'completata') address.show('completati', answer.id);
            }}
          />
        </Suspense>
      ) : null}
      {hasForm ? (
        <Suspense>
          <ExchangeForms address={address} draftRef={draftRef} holidays={holidays} onHolidays={setHolidays} />
        </Suspense>
      ) : null}
    </ExchangeScreenContext>
  );
}

/** Whether requests of the tab, or pre-accepted from it, await somebody else's answer. */
function isSomethingAwaited(tab: ExchangeTab, counts?: Record<ExchangeTab, number>): boolean {
  const awaited = tab === 'disponibili' ? 'pre-accettati' : tab;
  return (awaited === 'mie' || awaited === 'pre-accettati') && Boolean(counts?.[awaited]);
}

function NewButton({ onPress }: { onPress: () => void }) {
  return (
    <Button onClick={onPress} icon={Plus}>
      Nuova
    </Button>
  );
}

/**
 * The action awaiting confirmation. Afterwards the button that opened it may be gone with its card, so the screen takes
 * the focus.
 */
function usePendingAction(takeFocus: () => void) {
  const [pending, setPending] = useState<PendingAction | null>(null);
  const [doneCount, setDoneCount] = useState(0);
  const afterDone = useEffectEvent(takeFocus);
  // an effect: the dialog must be unmounted before the focus can leave it
  useEffect(() => {
    if (doneCount > 0) afterDone();
  }, [doneCount]);
  return {
    pending,
    ask: setPending,
    close: () => setPending(null),
    finish: () => {
      setPending(null);
      setDoneCount((count) => count + 1);
    },
  };
}
