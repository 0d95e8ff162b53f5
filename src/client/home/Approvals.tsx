import { FirstFew } from '../ui/FirstFew.tsx';
import { ApprovalRow, AskedApproval, preloadApproval } from './waiting/ApprovalRow.tsx';
import { useWaiting } from './waiting/useWaiting.ts';

/** So many stand open: below them begins the approver's own day. */
const mostShown = 2;

/** The swaps that wait for an admin who approves swaps, soonest end first; one of them over the page. */
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

/** Of those that the server has not listed yet. */
export const laterText = (count: number): string =>
  count === 1
    ? 'Ne aspetta un altro: lo trovi qui dopo questi.'
    : `Ne aspettano altri ${count}: li trovi qui dopo questi.`;
