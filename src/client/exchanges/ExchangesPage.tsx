import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { exchangeTabs } from '../../domain/exchanges/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { userShiftsQuery } from '../shifts/api.ts';
import { Button } from '../ui/Button.tsx';
import { late } from '../ui/late.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { inSpareTime } from '../ui/spareTime.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { completedQuery, exchangeListQuery, useExchangeCounts } from './api.ts';
import { CompletedSwaps } from './CompletedSwaps.tsx';
import { draftOf, type ExchangeDraft } from './draft.ts';
import { ExchangeScreenContext, useSteadyScreen } from './exchangeScreen.ts';
import { emptyStart, startOf } from './holidayDraft.ts';
import { RequestList } from './RequestList.tsx';
import { tabTexts } from './tabs.ts';
import { useExchangeAddress } from './useExchangeAddress.ts';
import { useHighlight } from './useHighlight.ts';
import { useQuestion } from './useQuestion.ts';

// The list comes first; what is opened from it comes while the person reads.
const ExchangeForms = late(() => import('./ExchangeForms.tsx'));
const QuestionDialog = late(() => import('./QuestionDialog.tsx'));

const subtitles: Record<WorksiteVariant, string> = {
  standard: 'Con i colleghi dello stesso cantiere, con le stesse ore di contratto e lo stesso ruolo.',
  taxi: 'Settimane intere, da sabato a venerdì, con i colleghi del tuo cantiere.',
};

/** The exchange screen: five tabs of requests, what can be done with each, and the form that publishes one. */
export default function ExchangesPage() {
  const { variant } = useSignedIn().worksite;
  const texts = tabTexts[variant];
  const address = useExchangeAddress();
  const { tab, highlight } = address;
  const isCompleted = tab === 'completati';
  // every tab's list brings the counts of all; the completed tab shows swaps but counts requests
  const requests = useInfiniteQuery(exchangeListQuery(tab));
  const swaps = useInfiniteQuery({ ...completedQuery, enabled: isCompleted });
  const counts = useExchangeCounts();
  const soughtId = useHighlight(address, (isCompleted ? swaps : requests).isSuccess);
  const draftRef = useRef<ExchangeDraft | null>(null);
  const [holidays, setHolidays] = useState(emptyStart);
  const heading = useRef<HTMLHeadingElement>(null);
  const takeFocus = () => heading.current?.focus({ preventScroll: true });
  const { question, ask, close, finish } = useQuestion(takeFocus);
  const hasForm = address.formFor !== null || address.editedId !== null || address.holidayFor !== null;
  const client = useQueryClient();
  useEffect(() => {
    // the form chooses from them
    const readShifts = () => void client.query(userShiftsQuery()).catch(() => null);
    return inSpareTime([QuestionDialog.fetch, ExchangeForms.fetch, readShifts]);
  }, [client]);
  const screen = useSteadyScreen({
    publish: () => address.openForm(''),
    ask,
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
      <PageHeader title="Scambi" action={<NewButton onPress={screen.publish} />}>
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
        {isCompleted ? (
          <CompletedSwaps highlightedRequestId={highlight} soughtRequestId={soughtId} />
        ) : (
          <RequestList tab={tab} highlightedId={highlight} soughtId={soughtId} />
        )}
      </Tabs>
      {question ? (
        <Suspense>
          <QuestionDialog
            question={question}
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

function NewButton({ onPress }: { onPress: () => void }) {
  return (
    <Button onClick={onPress} icon={<Plus aria-hidden="true" className="size-5" />}>
      Nuova
    </Button>
  );
}
