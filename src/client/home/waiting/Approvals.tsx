import { ClipboardCheck } from 'lucide-react';
import { Suspense } from 'react';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { SwapApproval } from '../../../domain/exchanges/schema.approval.ts';
import { useSignedIn } from '../../auth/session.ts';
import { Button } from '../../ui/Button.tsx';
import { FirstFew } from '../../ui/FirstFew.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { useAddress } from '../../ui/useAddress.ts';
import { Matter } from './Matter.tsx';
import { useWaiting } from './useWaiting.ts';

const ApprovalDialog = lazyWithPreload(() => import('../../exchanges/dialog/ApprovalDialog.tsx'));

export const preloadApproval = ApprovalDialog.preload;

/** The parameter that opens an approval: `/?approva={request id}`. */
const parameter = 'approva';

export function ApprovalRow({ approval }: { approval: SwapApproval }) {
  const { isCeo } = useSignedIn().user;
  const { change } = useAddress();
  const { id, requester, accepter } = approval;
  const names = `${requester.name} e ${accepter.name}`;
  const decide = (
    <Button size="small" icon={ClipboardCheck} className="grow" onClick={() => change({ [parameter]: id })}>
      Vedi e decidi<span className="sr-only"> sullo scambio tra {names}</span>
    </Button>
  );
  return <Matter title={names} text={textOf(approval, isCeo)} action={decide} />;
}

export function AskedApproval() {
  const { parameters, change } = useAddress();
  const asked = parameters.get(parameter);
  return (
    <Suspense>
      {asked ? <ApprovalDialog key={asked} id={asked} onClose={() => change({ [parameter]: null })} /> : null}
    </Suspense>
  );
}

/** @param isCeo adds the worksite, since the CEO approves for several */
function textOf({ requester, accepter, worksiteName }: SwapApproval, isCeo: boolean): string {
  const days = [...requester.gives, ...accepter.gives].map(({ date }) => date).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const when =
    first === last ? formatMediumDay(first) : `${formatMediumDay(first)} – ${formatMediumDay(last)}`;
  const isWarned = requester.rest.length + accepter.rest.length > 0;
  const parts = isCeo ? [when, worksiteName] : ['Scambio da approvare', when];
  return [...parts, ...(isWarned ? ['poco riposo'] : [])].join(' · ');
}

/** How many are shown: the approver's own day is below them. */
const mostShown = 2;

export function Approvals() {
  const { approvals: list } = useWaiting();
  const { approvals = [], total = 0 } = list ?? {};
  return (
    <>
      {total > 0 ? (
        <section aria-labelledby="da-approvare" onPointerDown={preloadApproval}>
          <h2 id="da-approvare" className="mb-2 text-lead font-semibold">
            Scambi da approvare
          </h2>
          <FirstFew entries={approvals} most={mostShown} showAll={`Mostra tutti (${total})`}>
            {(shown) => (
              <>
                <ul className="flex flex-col gap-2">
                  {shown.map((approval) => (
                    <ApprovalRow key={approval.id} approval={approval} />
                  ))}
                </ul>
                {total > approvals.length && shown.length === approvals.length ? (
                  <p className="mt-2 text-soft">{laterText(total - approvals.length)}</p>
                ) : null}
              </>
            )}
          </FirstFew>
        </section>
      ) : null}
      <AskedApproval />
    </>
  );
}

/** Text for the approvals not yet listed by the server. */
const laterText = (count: number): string =>
  count === 1
    ? 'Ne aspetta un altro: lo trovi qui dopo questi.'
    : `Ne aspettano altri ${count}: li trovi qui dopo questi.`;
