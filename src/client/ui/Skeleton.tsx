import { classNames } from './classNames.ts';

/** A loading placeholder; size it with classes, such as `h-6 w-40`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-[breathe_1.6s_ease-in-out_infinite] rounded-md bg-sunken',
        className,
      )}
    />
  );
}

interface SkeletonListProps {
  label?: string | undefined;
  count?: number | undefined;
  className?: string | undefined;
}

export function SkeletonList({ label = 'Caricamento…', count = 3, className = 'h-24' }: SkeletonListProps) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={classNames('rounded-lg', className)} />
      ))}
    </div>
  );
}
