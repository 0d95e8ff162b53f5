import { ShiftCalendar } from '../shifts/calendar/ShiftCalendar.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SwapDialog } from './swapDialogs.ts';

export default function CalendarPage() {
  return (
    <>
      <PageHeader
        action={
          <LinkButton to="/shifts/new" size="small">
            Aggiungi Turno
          </LinkButton>
        }
      />
      <ShiftCalendar place="page" SwapForm={SwapDialog} />
    </>
  );
}
