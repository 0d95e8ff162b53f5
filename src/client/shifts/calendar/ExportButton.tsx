import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Month } from '../../../domain/calendar/month.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';

const ExportDialog = lazyWithPreload(() => import('./ExportDialog.tsx'));

interface ExportButtonProps {
  /** The days that are offered first. */
  month: Month;
  className?: string;
}

/** Opens the ways to take one's shifts along as a file. */
export function ExportButton({ month, className }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Esporta"
        icon={Download}
        onPointerDown={ExportDialog.preload}
        onClick={() => setOpen(true)}
        className={className}
      />
      {isOpen ? (
        <Suspense>
          <ExportDialog month={month} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
