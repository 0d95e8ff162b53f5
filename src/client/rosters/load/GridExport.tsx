import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Week } from '../../../domain/calendar/day.ts';
import { monthOf } from '../../../domain/calendar/month.ts';
import { addressOf } from '../../../domain/call.ts';
import { mostRosterDays } from '../../../domain/rosters/schema.ts';
import { useToday } from '../../shifts/clock.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';

const ExportDialog = lazyWithPreload(() => import('../../shifts/calendar/ExportDialog.tsx'));

export function GridExport({ worksiteId }: { worksiteId: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const today = useToday();
  const fileOf = (format: 'xlsx' | 'csv', name: string) => ({
    name,
    hrefOf: (days: Week): string =>
      addressOf('GET /api/rosters/export', {
        query: { format, ...days, worksiteId },
      }),
  });
  return (
    <>
      <Button
        variant="quiet"
        icon={Download}
        className="self-start"
        onPointerDown={ExportDialog.preload}
        onClick={() => setOpen(true)}
      >
        Esporta i turni del cantiere
      </Button>
      {isOpen ? (
        <Suspense>
          <ExportDialog
            title="Esporta i turni del cantiere"
            month={monthOf(today)}
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
