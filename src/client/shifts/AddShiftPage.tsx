import { useSearchParams } from 'react-router';
import { dayPartOf, isDay } from '../../domain/calendar/day.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { AddShiftForm } from './AddShiftForm.tsx';
import { useToday } from './clock.ts';

/** `/shifts/new?date=YYYY-MM-DD`: entries for one or several days. */
export default function AddShiftPage() {
  const today = useToday();
  const [parameters] = useSearchParams();
  const asked = dayPartOf(parameters.get('date') ?? '');
  const date = isDay(asked) && asked >= today ? asked : null;
  return (
    <>
      <PageHeader title="Aggiungi Turno" back={{ to: '/calendar', label: 'Calendario' }} />
      <AddShiftForm key={date} date={date} />
    </>
  );
}
