import { Plus } from 'lucide-react';
import { ShiftCalendar } from '../shifts/calendar/ShiftCalendar.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SwapDialog } from './swapDialogs.ts';

export default function CalendarPage() {
  return (
    <>
      <PageHeader
        action={
          <div className="flex flex-wrap gap-2">
            <LinkButton to="/shifts/fill" variant="quiet">
              Riempi
            </LinkButton>
            <LinkButton to="/shifts/new" icon={Plus}>
              Aggiungi Turno
            </LinkButton>
          </div>
        }
      />
      <ShiftCalendar place="page" SwapForm={SwapDialog} />
    </>
  );
}
