import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';

interface FoldButtonProps {
  id?: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Somebody points at it or has it in focus, and may press it next; a finger that scrolls does not. */
  onReach?: () => void;
  /** Id of what it opens, while that is there. */
  controls?: string;
  className: string;
  children: ReactNode;
}

/** As wide as what holds it, with an arrow that turns; what it opens stands below. */
export function FoldButton({
  id,
  isOpen,
  onToggle,
  onReach,
  controls,
  className,
  children,
}: FoldButtonProps) {
  return (
    <button
      type="button"
      id={id}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
      onFocus={onReach}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onReach?.()}
      className={classNames('flex w-full text-left hover:bg-sunken', className)}
    >
      {children}
      <ChevronDown
        aria-hidden="true"
        className={classNames(
          'size-5 shrink-0 text-soft transition-transform duration-150',
          isOpen && 'rotate-180',
        )}
      />
    </button>
  );
}
