import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Operation, operationTypes, type ReviewAccount } from '../../domain/operations/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { type CodeFilters, type CodeSource, operationListQuery } from './api.ts';
import { sourceOf, useCodeAddress } from './codeAddress.ts';
import { DeleteCodeDialog, ReopenCodeDialog } from './CodeDialogs.tsx';
import { CodeFilterBar } from './CodeFilterBar.tsx';
import { CodeList } from './CodeList.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { SelectAll, SelectionBar, useSelection } from './SelectionBar.tsx';
import { useReview, type Verdict } from './useReview.ts';

interface CodesPanelProps {
  /** Whose codes are shown here; the server allows `worksite` to reviewers and `all` to the CEO. */
  source: CodeSource;
  hasOwn?: boolean;
  /** Opens the form with a code to begin with; null where codes are not entered. */
  onNew?: ((code: string) => void) | null;
  /** Below the codes, once these are loaded: they would push it down. */
  children?: ReactNode;
}

type PendingAction =
  | { kind: 'review'; operations: readonly Operation[]; status: Verdict }
  | { kind: 'reopen' | 'delete'; operation: Operation };

/** With fewer codes there is nothing to look for. */
const leastFiltered = 10;

/**
 * OPP and Case codes in two tabs with their counts, filters, the file of what is shown, and what the viewer may do with
 * each. Tab and filters are kept in the address as `tipo`, `stato`, `mese`, `cantiere` and `di`.
 */
export function CodesPanel({ source, hasOwn = false, onNew = null, children }: CodesPanelProps) {
  const address = useCodeAddress();
  const { type, status, month, worksiteId, change } = address;
  const filters: CodeFilters = {
    source: hasOwn ? sourceOf(source, address) : source,
    type,
    status,
    month,
    worksiteId: source === 'all' ? worksiteId : null,
  };
  const list = useInfiniteQuery(operationListQuery(filters));
  const counts = list.data?.pages.at(-1)?.counts;
  const isFiltered = [status, month, worksiteId].some((filter) => filter !== null) || address.isOwnOnly;
  const isLong = counts !== undefined && counts.OPP + counts.Case >= leastFiltered;
  const shown = list.data?.pages.flatMap((page) => page.operations) ?? [];
  const selection = useSelection(shown);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const [refused, setRefused] = useState<ReviewAccount['refused']>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const takeFocusBack = useFocusAfter(pending === null, heading);
  const { isCeo } = useSignedIn().user;
  const approval = useReview({
    onDone: (account) => {
      setRefused(account.refused);
      heading.current?.focus({ preventScroll: true });
    },
  });
  const close = () => setPending(null);
  const finish = () => {
    takeFocusBack();
    close();
  };
  const ask = (asked: PendingAction) => {
    setRefused([]);
    setPending(asked);
  };
  const review = (operations: readonly Operation[], verdict: Verdict): void => {
    // what can be taken back needs no question
    if (isCeo && verdict === 'approved') approval.start({ operations, status: verdict });
    else ask({ kind: 'review', operations, status: verdict });
  };
  return (
    <>
      <section aria-label="Codici" className="flex flex-col gap-4">
        {isFiltered || isLong ? (
          <CodeFilterBar source={source} filters={filters} hasOwn={hasOwn} onChange={change} />
        ) : null}
        <Tabs
          label="Tipo di codice"
          tabs={operationTypes.map((id) => ({ id, label: id, count: counts?.[id] }))}
          selected={type}
          onSelect={(id) => change({ type: id })}
        >
          <h2 ref={heading} tabIndex={-1} className="sr-only">
            Codici {type}
          </h2>
          <RefusedNotice refused={refused} onClose={() => setRefused([])} />
          <SelectAll selection={selection} />
          <CodeList
            filters={filters}
            selectedIds={selection.selectedIds}
            onNew={onNew && (() => onNew(''))}
            onClearFilters={() => change({ status: null, month: null, worksiteId: null })}
            onReview={(operation, verdict) => review([operation], verdict)}
            onReopen={(operation) => ask({ kind: 'reopen', operation })}
            onDelete={(operation) => ask({ kind: 'delete', operation })}
            onSelect={selection.select}
            onEnterAgain={onNew && (({ code }) => onNew(code))}
          />
          {selection.selected.length > 0 ? (
            <SelectionBar
              count={selection.selected.length}
              onReview={(verdict) => review(selection.selected, verdict)}
              onClear={selection.clear}
            />
          ) : null}
        </Tabs>
        {pending?.kind === 'review' ? (
          <ReviewDialog
            {...pending}
            onClose={close}
            onDone={(account) => {
              setRefused(account.refused);
              selection.clear();
              finish();
            }}
          />
        ) : null}
        {pending?.kind === 'reopen' ? (
          <ReopenCodeDialog {...pending} onClose={close} onDone={finish} />
        ) : null}
        {pending?.kind === 'delete' ? (
          <DeleteCodeDialog {...pending} onClose={close} onDone={finish} />
        ) : null}
      </section>
      {useEver(!list.isPending) ? children : null}
    </>
  );
}

/** Whether it has been so since the component came. */
function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  if (isSo && !wasSo) setWasSo(true);
  return isSo || wasSo;
}

/**
 * Once what a question asked about is done, the button that opened it may be gone with its card: the heading takes the
 * focus, when the dialog is gone.
 */
function useFocusAfter(isClosed: boolean, heading: React.RefObject<HTMLHeadingElement | null>): () => void {
  const isWanted = useRef(false);
  const focus = useEffectEvent(() => {
    if (isWanted.current) heading.current?.focus({ preventScroll: true });
    isWanted.current = false;
  });
  useEffect(() => {
    if (isClosed) focus();
  }, [isClosed]);
  return () => {
    isWanted.current = true;
  };
}

function RefusedNotice({ refused, onClose }: { refused: ReviewAccount['refused']; onClose: () => void }) {
  return (
    <div role="status" className="mb-4 empty:hidden">
      {refused.length > 0 ? (
        <Notice variant="warn" title={titleOf(refused.length)}>
          <ul className="mt-1 flex flex-col gap-1">
            {refused.map(({ id, operationCode, message }) => (
              <li key={id}>
                {operationCode ? <span className="tabular font-semibold">{operationCode}: </span> : null}
                {message}
              </li>
            ))}
          </ul>
          <Button variant="plain" size="small" className="mt-1 -ml-3" onClick={onClose}>
            Ho capito
          </Button>
        </Notice>
      ) : null}
    </div>
  );
}

const titleOf = (count: number): string =>
  count === 1 ? 'Un codice è rimasto com’era' : `${count} codici sono rimasti com’erano`;
