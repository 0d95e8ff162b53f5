import { Button } from './Button.tsx';
import { SkeletonList } from './Skeleton.tsx';

interface MoreButtonProps {
  /** A paginated list. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  entryHeight?: string;
}

export function MoreButton({ list, entryHeight = 'h-72' }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <>
      {list.isFetchingNextPage ? (
        // As tall as the screen: the button is off-screen when the next page replaces this, so nothing visibly moves.
        <div className="min-h-dvh pt-4">
          <SkeletonList label="Carico altre righe…" count={8} className={entryHeight} />
        </div>
      ) : null}
      <div className="flex flex-col items-center gap-2 pt-4">
        {list.isFetchNextPageError ? (
          <p role="alert" className="text-danger">
            Non sono arrivate altre righe: riprova.
          </p>
        ) : null}
        <Button variant="quiet" isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Mostra altre
        </Button>
      </div>
    </>
  );
}
