import { Printer } from 'lucide-react';
import { IconButton } from '../../ui/IconButton.tsx';

/** Opens the browser's own print, in which the month stands alone on its sheet. */
export function PrintButton({ className }: { className?: string }) {
  return (
    <IconButton label="Stampa il mese" icon={Printer} onClick={() => window.print()} className={className} />
  );
}
