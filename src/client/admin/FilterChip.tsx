import { X } from 'lucide-react';
import { Button } from '../ui/Button.tsx';

export function FilterChip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <Button
      variant="quiet"
      size="small"
      className="self-start"
      icon={X}
      iconClass="size-4"
      onClick={onRemove}
    >
      <span className="sr-only">Togli il filtro: </span>
      {children}
    </Button>
  );
}
