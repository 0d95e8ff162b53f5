import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { addDays, type Day, daysBetween, type Week } from '../../../domain/calendar/day.ts';
import { addMonths, type Month } from '../../../domain/calendar/month.ts';
import { buttonLook } from '../../ui/buttonLook.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DayField } from '../picker/DayField.tsx';

interface ExportDialogProps {
  title: string;
  /** The default range. */
  month: Month;
  /** The server's limit. */
  mostDays: number;
  /** The file formats with their URLs. */
  files: readonly { name: string; hrefOf: (days: Week) => string }[];
  children: ReactNode;
  onClose: () => void;
}

/** Exports shifts as a file; by default those of the displayed month. */
export default function ExportDialog(props: ExportDialogProps) {
  const { title, month, mostDays, files, children, onClose } = props;
  const [from, setFrom] = useState<Day | null>(`${month}-01`);
  const [to, setTo] = useState<Day | null>(addDays(`${addMonths(month, 1)}-01`, -1));
  const length = from === null || to === null ? 0 : daysBetween(from, to) + 1;
  const isRange = length >= 1 && length <= mostDays;
  return (
    <Dialog isOpen onClose={onClose} title={title}>
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
          {files.map(({ name, hrefOf }) => (
            <li key={name} className="grid">
              {from !== null && to !== null && isRange ? (
                <a href={hrefOf({ from, to })} download className={buttonLook('quiet')}>
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
        <p className="text-caption text-soft">{children}</p>
      </div>
    </Dialog>
  );
}
