import { useInfiniteQuery } from '@tanstack/react-query';
import { MailCheck, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type MailStatus, mostCountedMails, type Outbox, type OutboxMail } from '../../domain/mail/schema.ts';
import { failureOf, QueryStatus } from '../data/QueryStatus.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { MoreButton } from '../ui/MoreButton.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { outboxQuery, useRetryAll, useRetryMail } from './api.ts';
import { MailRow } from './MailRow.tsx';
import { statusTabs, statusTexts } from './mailTexts.ts';

const parameter = 'coda';

export function OutboxPanel() {
  const { parameters, change } = useAddress();
  const selected = statusTabs.find(({ id }) => id === parameters.get(parameter))?.id ?? 'queued';
  const list = useInfiniteQuery(outboxQuery(selected));
  const counts = list.data?.pages.at(-1)?.counts;
  const heading = useRef<HTMLHeadingElement>(null);
  const isAskedFor = useRef(parameters.has(parameter));
  useEffect(() => {
    // the URL links to the queue, which is below the settings
    if (isAskedFor.current) heading.current?.scrollIntoView();
  }, []);
  return (
    <section aria-labelledby="coda">
      <h2 id="coda" ref={heading} className="mb-2 text-title font-semibold">
        Email in uscita
      </h2>
      <Tabs
        label="Stato delle email"
        tabs={statusTabs.map((tab) => ({ ...tab, ...countOf(tab.label, counts?.[tab.id]) }))}
        selected={selected}
        onSelect={(status) => change({ [parameter]: status })}
      >
        <p className="mb-3 text-soft">{statusTexts[selected].about}</p>
        <MailList status={selected} list={list} />
      </Tabs>
    </section>
  );
}

/** Above the counting limit, the number is in the label instead of the badge. */
const countOf = (label: string, count: number | undefined) =>
  count !== undefined && count >= mostCountedMails ? { label: `${label} (più di 999)` } : { count };

const useOutbox = (status: MailStatus) => useInfiniteQuery(outboxQuery(status));

function MailList({ status, list }: { status: MailStatus; list: ReturnType<typeof useOutbox> }) {
  const [unsure, setUnsure] = useState<OutboxMail | null>(null);
  if (!list.data) {
    return (
      <QueryStatus query={list} failed="Non riesco a caricare le email.">
        <SkeletonList className="h-20" label="Carico le email…" />
      </QueryStatus>
    );
  }
  const mails = list.data.pages.flatMap((page: Outbox) => page.mails);
  if (mails.length === 0) {
    return <EmptyState icon={MailCheck}>{statusTexts[status].empty}</EmptyState>;
  }
  return (
    <>
      {status === 'failed' ? <RetryAllButton /> : null}
      <ul className="divide-y divide-line border-y border-line">
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} onRetryUnsure={() => setUnsure(mail)} />
        ))}
      </ul>
      <MoreButton list={list} entryHeight="h-20" />
      {unsure ? <RetryUnsureDialog mail={unsure} onClose={() => setUnsure(null)} /> : null}
    </>
  );
}

function RetryAllButton() {
  const { mutate, isPending } = useRetryAll();
  return (
    <Button
      variant="quiet"
      size="small"
      isPending={isPending}
      onClick={() => mutate(undefined)}
      icon={RotateCw}
      className="mb-3"
    >
      Rispedisci tutte
    </Button>
  );
}

function RetryUnsureDialog({ mail, onClose }: { mail: OutboxMail; onClose: () => void }) {
  const { mutate, isPending, error } = useRetryMail(onClose);
  return (
    <ConfirmDialog
      title="Rispedisci questa email?"
      confirmLabel="Rispedisci lo stesso"
      onConfirm={() => mutate({ id: mail.id, mayArriveTwice: true })}
      onCancel={onClose}
      isPending={isPending}
      error={failureOf(error, 'Riprova tra poco.')}
    >
      <p>
        <span className="font-medium">{mail.recipient}</span>
        <br />
        {mail.subject}
      </p>
      <p>L’invio si è interrotto a metà: potrebbe essere già arrivata, e così arriverebbe due volte.</p>
    </ConfirmDialog>
  );
}
