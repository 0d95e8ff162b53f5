import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Operation, operationTypes } from '../../domain/operations/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { type CodeFilters, type CodeSource, operationListQuery } from './api.ts';
import { sourceOf, useCodeAddress } from './codeAddress.ts';
import { DeleteCodeDialog, ReviewDialog } from './CodeDialogs.tsx';
import { CodeFilterBar } from './CodeFilterBar.tsx';
import { CodeList } from './CodeList.tsx';
import { SelectAll, SelectionBar, useSelection } from './SelectionBar.tsx';
import { useReopening, useReview, type Verdict } from './useReview.ts';

interface CodesPanelProps {
  /** Whose codes are shown here; the server allows `worksite` to reviewers and `all` to the CEO. */
  source: CodeSource;
  hasOwn?: boolean;
  /** Opens the form with an initial code; null if codes cannot be entered. */
  onNew?: ((code: string) => void) | null;
  /** Below the codes, once these are loaded: they would push it down. */
  children?: ReactNode;
}

/** The action to confirm: a verdict, or deleting a code. */
type Asked = { operations: readonly Operation[]; status: Verdict } | { operation: Operation };

/** Below this number of codes, there are no filters. */
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
  const [asked, setAsked] = useState<Asked | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    // the button that opened the question may be gone with its row
    if (asked === null && isDone.current) heading.current?.focus({ preventScroll: true });
    isDone.current = false;
  }, [asked]);
  const finish = () => {
    isDone.current = true;
    setAsked(null);
  };
  const approval = useReview({ onDone: () => heading.current?.focus({ preventScroll: true }) });
  const reopening = useReopening();
  const { isCeo } = useSignedIn().user;
  const review = (operations: readonly Operation[], verdict: Verdict): void => {
    // undoable: needs no confirmation
    if (isCeo && verdict === 'approved') approval.start({ operations, status: verdict });
    else setAsked({ operations, status: verdict });
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
          <SelectAll selection={selection} />
          <CodeList
            filters={filters}
            selectedIds={selection.selectedIds}
            onNew={onNew && (() => onNew(''))}
            onClearFilters={() => change({ status: null, month: null, worksiteId: null })}
            onReview={(operation, verdict) => review([operation], verdict)}
            onReopen={({ id }) => reopening.start(id)}
            onDelete={(operation) => setAsked({ operation })}
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
        {asked && 'operations' in asked ? (
          <ReviewDialog
            {...asked}
            onClose={() => setAsked(null)}
            onDone={() => {
              selection.clear();
              finish();
            }}
          />
        ) : null}
        {asked && 'operation' in asked ? (
          <DeleteCodeDialog {...asked} onClose={() => setAsked(null)} onDone={finish} />
        ) : null}
      </section>
      {useEver(!list.isPending) ? children : null}
    </>
  );
}

/** Whether it has ever been true since mounting. */
function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  if (isSo && !wasSo) setWasSo(true);
  return isSo || wasSo;
}
