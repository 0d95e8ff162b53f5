import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { Suspense } from 'react';
import { formatMediumDay } from '../../domain/calendar/day.ts';
import type { SwapApproval } from '../../domain/exchanges/schema.approval.ts';
import { useSignedIn } from '../auth/session.ts';
import { approvalsQuery, useMayApprove } from '../exchanges/api.ts';
import { Button } from '../ui/Button.tsx';
import { FirstFew } from '../ui/FirstFew.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { Row } from './Waiting.tsx';

const ApprovalDialog = lazyWithPreload(() => import('../exchanges/dialog/ApprovalDialog.tsx'));

/** The parameter that opens one: `/?approva=` and its request. */
const parameter = 'approva';

/** So many stand open: below them begins the approver's own day. */
const mostShown = 2;

/** The swaps that wait for who approves swaps, soonest end first; one of them over the page. */
export function Approvals() {
  const mayApprove = useMayApprove();
  const { isCeo } = useSignedIn().user;
  const { data } = useQuery({ ...approvalsQuery, enabled: mayApprove });
  const { parameters, open, close } = useAddress();
  const asked = parameters.get(parameter);
  if (!mayApprove) return null;
  const { approvals = [], total = 0 } = data ?? {};
  return (
    <>
      {total > 0 ? (
        <section aria-labelledby="da-approvare" onPointerDown={ApprovalDialog.preload}>
          <h2 id="da-approvare" className="mb-2 text-lead font-semibold">
            Scambi da approvare
          </h2>
          <FirstFew entries={approvals} most={mostShown} showAll={`Mostra tutti (${total})`}>
            {(shown) => (
              <>
                <ul className="flex flex-col gap-2">
                  {shown.map((approval) => (
                    <Row key={approval.id} title={titleOf(approval)} text={textOf(approval, isCeo)}>
                      <Button
                        size="small"
                        icon={ClipboardCheck}
                        className="grow"
                        onClick={() => open({ [parameter]: approval.id })}
                      >
                        Vedi e decidi<span className="sr-only"> sullo scambio tra {titleOf(approval)}</span>
                      </Button>
                    </Row>
                  ))}
                </ul>
                {total > approvals.length && shown.length === approvals.length ? (
                  <p className="mt-2 text-soft">
                    Ne aspettano altri {total - approvals.length}: li trovi qui dopo questi.
                  </p>
                ) : null}
              </>
            )}
          </FirstFew>
        </section>
      ) : null}
      <Suspense>
        {asked ? (
          <ApprovalDialog key={asked} id={asked} onClose={() => close({ [parameter]: null })} />
        ) : null}
      </Suspense>
    </>
  );
}

const titleOf = ({ requester, accepter }: SwapApproval): string => `${requester.name} e ${accepter.name}`;

/** @param isCeo who decides for several worksites; others know their own */
function textOf({ requester, accepter, worksiteName }: SwapApproval, isCeo: boolean): string {
  const days = [...requester.gives, ...accepter.gives].map(({ date }) => date).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const when =
    first === last ? formatMediumDay(first) : `${formatMediumDay(first)} – ${formatMediumDay(last)}`;
  const isWarned = requester.rest.length + accepter.rest.length > 0;
  return [when, ...(isCeo ? [worksiteName] : []), ...(isWarned ? ['poco riposo'] : [])].join(' · ');
}
