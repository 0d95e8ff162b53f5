import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { cardGrid } from './cardLook.ts';

/** The cards of a list that is on its way. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={cardGrid}>
        {[1, 2, 3, 4].map((card) => (
          <Card key={card} className="flex flex-col gap-3">
            <Skeleton className="h-6 w-40" />
            <div className="grid grid-cols-2 gap-2">
              <Skeleton className="h-36" />
              <Skeleton className="h-36" />
            </div>
            <Skeleton className="h-12" />
          </Card>
        ))}
      </div>
    </div>
  );
}
