import { Plus } from 'lucide-react';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ShiftCalendar } from './ShiftCalendar.tsx';

/** `/calendar`: the signed-in person's own month, with all there is to know of it. */
export default function CalendarPage() {
  return (
    <>
      <PageHeader
        title="Il Mio Calendario"
        action={
          <LinkButton to="/shifts/new" icon={<Plus aria-hidden="true" className="size-5" />}>
            Aggiungi Turno
          </LinkButton>
        }
      />
      <ShiftCalendar place="page" />
    </>
  );
}
