import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Week } from '../../domain/calendar/day.ts';
import type { Month } from '../../domain/calendar/month.ts';
import { addressOf } from '../../domain/call.ts';
import { mostRosterDays } from '../../domain/rosters/schema.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';

const ExportDialog = lazyWithPreload(() => import('../shifts/calendar/ExportDialog.tsx'));

/** Opens the choice of days and format; `month` is offered first. */
export function GridExport({ worksiteId, month }: { worksiteId: string | undefined; month: Month }) {
  const [isOpen, setOpen] = useState(false);
  const fileOf = (format: 'xlsx' | 'csv', name: string) => ({
    name,
    hrefOf: (days: Week): string =>
      addressOf('GET /api/rosters/export', {
        query: { format, ...days, worksiteId },
      }),
  });
  return (
    <>
      <IconButton
        label="Esporta i turni del cantiere"
        icon={Download}
        onPointerDown={ExportDialog.preload}
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <Suspense>
          <ExportDialog
            title="Esporta i turni del cantiere"
            month={month}
            mostDays={mostRosterDays}
            files={[fileOf('xlsx', 'Excel (.xlsx)'), fileOf('csv', 'Testo (.csv)')]}
            onClose={() => setOpen(false)}
          >
            I turni come stanno ora, dopo tutti gli scambi. Chi non lavora ha la cella vuota.
          </ExportDialog>
        </Suspense>
      ) : null}
    </>
  );
}
