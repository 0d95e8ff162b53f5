import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';

interface FoldButtonProps {
  id?: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Called on hover and focus, before a likely press; not when a finger scrolls over it. */
  onReach?: () => void;
  /** Id of the expanded content, while it exists. */
  controls?: string;
  className: string;
  children: ReactNode;
}

/** A full-width button with a rotating arrow that expands the content below. */
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
