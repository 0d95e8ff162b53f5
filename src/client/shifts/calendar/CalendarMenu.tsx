import { CalendarSync, Download, Ellipsis, Printer, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Day, Week } from '../../../domain/calendar/day.ts';
import type { Month } from '../../../domain/calendar/month.ts';
import { addressOf } from '../../../domain/call.ts';
import type { ShiftFile } from '../../../domain/shifts/schema.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { useAddress } from '../../ui/useAddress.ts';
import { teamDayParameter } from './TeamDay.tsx';

const ActionSheet = lazyWithPreload(() => import('../../ui/ActionSheet.tsx'));
const ExportDialog = lazyWithPreload(() => import('./ExportDialog.tsx'));

/** The server's limit. */
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

interface CalendarMenuProps {
  month: Month;
  today: Day;
}

/** Menu of actions on the whole calendar. */
export function CalendarMenu({ month, today }: CalendarMenuProps) {
  const { change } = useAddress();
  const [shown, setShown] = useState<'actions' | 'export' | null>(null);
  const close = (): void => setShown(null);
  return (
    <>
      <IconButton label="Altre azioni" icon={Ellipsis} onClick={() => setShown('actions')} />
      <Suspense>
        {shown === 'actions' && (
          <ActionSheet
            title="Calendario"
            onClose={close}
            actions={[
              { icon: Users, label: 'Chi lavora', onPress: () => change({ [teamDayParameter]: today }) },
              { icon: Download, label: 'Esporta', onPress: () => setShown('export') },
              { icon: Printer, label: 'Stampa il mese', onPress: () => window.print() },
              {
                icon: CalendarSync,
                label: 'Abbonati',
                hint: 'I tuoi turni nel calendario del telefono, sempre aggiornati',
                to: '/profile/calendario',
              },
            ]}
          />
        )}
        {shown === 'export' && (
          <ExportDialog
            title="Esporta i tuoi turni"
            month={month}
            mostDays={mostDaysOfFile}
            files={files}
            onClose={close}
          >
            Il file resta com’è ora. Per un calendario che si aggiorna da solo, abbonati.
          </ExportDialog>
        )}
      </Suspense>
    </>
  );
}
