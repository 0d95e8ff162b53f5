import { useSearchParams } from 'react-router';
import { dayPartOf, isDay } from '../../../domain/calendar/day.ts';
import { judgeDay } from '../../../domain/shifts/rules.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useToday } from '../clock.ts';
import { AddShiftForm } from './AddShiftForm.tsx';

/** `/shifts/new?date=YYYY-MM-DD`: entries for one or several days. */
export default function AddShiftPage() {
  const today = useToday();
  const [parameters] = useSearchParams();
  const asked = dayPartOf(parameters.get('date') ?? '');
  const date = isDay(asked) && judgeDay(asked, today).ok ? asked : null;
  return (
    <>
      <PageHeader back={{ to: '/calendar', label: 'Calendario' }} />
      <AddShiftForm key={date} date={date} />
    </>
  );
}
