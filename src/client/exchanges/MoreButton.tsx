import { Button } from '../ui/Button.tsx';

interface MoreButtonProps {
  /** A list that comes page by page. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** Asks for the next page of a list, as long as there is one. */
export function MoreButton({ list }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
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
  );
}
