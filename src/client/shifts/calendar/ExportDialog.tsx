import { Download } from 'lucide-react';
import { useState } from 'react';
import { addDays, type Day, daysBetween } from '../../../domain/calendar/day.ts';
import { addMonths, type Month } from '../../../domain/calendar/month.ts';
import { addressOf } from '../../../domain/call.ts';
import { buttonLook } from '../../ui/buttonLook.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DayField } from '../picker/DayField.tsx';

/** As the server has it. */
const mostDays = 400;

const files = [
  { format: 'xlsx', name: 'Excel (.xlsx)' },
  { format: 'csv', name: 'Testo (.csv)' },
  { format: 'ics', name: 'Calendario (.ics)' },
] as const;

interface ExportDialogProps {
  month: Month;
  onClose: () => void;
}

/** One's shifts of some days as a file: the month that is shown, unless other days are chosen. */
export default function ExportDialog({ month, onClose }: ExportDialogProps) {
  const [from, setFrom] = useState<Day | null>(`${month}-01`);
  const [to, setTo] = useState<Day | null>(addDays(`${addMonths(month, 1)}-01`, -1));
  const length = from === null || to === null ? 0 : daysBetween(from, to) + 1;
  const isRange = length >= 1 && length <= mostDays;
  return (
    <Dialog isOpen onClose={onClose} title="Esporta i tuoi turni">
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3 max-[22.5rem]:*:col-span-2">
          <DayField label="Dal giorno" value={from} onChange={setFrom} />
          <DayField
            label="Al giorno"
            value={to}
            onChange={setTo}
            error={to === null || isRange ? undefined : `Scegli da 1 a ${mostDays} giorni`}
          />
        </div>
        <ul className="flex flex-col gap-2">
          {files.map(({ format, name }) => (
            <li key={format} className="grid">
              {from !== null && to !== null && isRange ? (
                <a
                  href={addressOf('GET /api/shifts/export', { query: { format, from, to } })}
                  download
                  className={buttonLook('quiet')}
                >
                  <Download aria-hidden="true" className="size-5" />
                  {name}
                </a>
              ) : (
                <button type="button" disabled className={buttonLook('quiet')}>
                  <Download aria-hidden="true" className="size-5" />
                  {name}
                </button>
              )}
            </li>
          ))}
        </ul>
        <p className="text-caption text-soft">
          Il file resta com’è ora. Per un calendario che si aggiorna da solo, crea il link nel tuo profilo.
        </p>
      </div>
    </Dialog>
  );
}
