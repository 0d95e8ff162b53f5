import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from './Button.tsx';

interface ErrorStateProps {
  children: string;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean | undefined;
}

export function ErrorState({ children, onRetry, isRetrying }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-12 text-center">
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-full bg-danger-soft text-danger"
      >
        <TriangleAlert className="size-7" />
      </span>
      <p className="max-w-96">{children}</p>
      {onRetry ? (
        <Button variant="quiet" isPending={isRetrying} onClick={onRetry} icon={RotateCw}>
          Riprova
        </Button>
      ) : null}
    </div>
  );
}
