import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Week } from '../../../domain/calendar/day.ts';
import type { Month } from '../../../domain/calendar/month.ts';
import { addressOf } from '../../../domain/call.ts';
import type { ShiftFile } from '../../../domain/shifts/schema.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';

const ExportDialog = lazyWithPreload(() => import('./ExportDialog.tsx'));

/** As the server has it. */
const mostDaysOfFile = 400;

const fileOf = (format: ShiftFile, name: string) => ({
  name,
  hrefOf: (days: Week): string => addressOf('GET /api/shifts/export', { query: { format, ...days } }),
});

const files = [
  fileOf('xlsx', 'Excel (.xlsx)'),
  fileOf('csv', 'Testo (.csv)'),
  fileOf('ics', 'Calendario (.ics)'),
];

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
          <ExportDialog
            title="Esporta i tuoi turni"
            month={month}
            mostDays={mostDaysOfFile}
            files={files}
            onClose={() => setOpen(false)}
          >
            Il file resta com’è ora. Per un calendario che si aggiorna da solo, crea il link nel tuo profilo.
          </ExportDialog>
        </Suspense>
      ) : null}
    </>
  );
}
