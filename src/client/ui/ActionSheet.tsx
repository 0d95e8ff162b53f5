import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { Dialog } from './Dialog.tsx';

interface SheetAction {
  icon: LucideIcon;
  label: string;
  hint?: string;
  /** A link's target; without it, `onPress` is called. */
  to?: string;
  onPress?: () => void;
}

interface ActionSheetProps {
  title: string;
  actions: readonly SheetAction[];
  onClose: () => void;
}

const rowLook =
  'flex min-h-14 w-full items-center gap-4 rounded-md px-3 py-2 text-left hover:bg-sunken active:bg-accent-soft';

/** A sheet of actions, one per line; choosing one closes it. */
export default function ActionSheet({ title, actions, onClose }: ActionSheetProps) {
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <ul className="-mx-3 flex flex-col">
        {actions.map(({ icon: Icon, label, hint, to, onPress }) => {
          const line = (
            <>
              <Icon aria-hidden="true" className="size-6 shrink-0 text-accent" strokeWidth={1.75} />
              <span className="min-w-0">
                <span className="block font-semibold">{label}</span>
                {hint && <span className="block text-caption text-soft">{hint}</span>}
              </span>
            </>
          );
          const press = (): void => {
            onClose();
            onPress?.();
          };
          return (
            <li key={label}>
              {to === undefined ? (
                <button type="button" onClick={press} className={rowLook}>
                  {line}
                </button>
              ) : (
                <Link to={to} onClick={onClose} className={rowLook}>
                  {line}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
