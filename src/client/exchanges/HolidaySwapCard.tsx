import { TreePalm } from 'lucide-react';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { CardLink } from '../ui/Card.tsx';
import { late } from '../ui/late.tsx';

// it brings a whole form along, which few visits to the page need
const HolidaySwapDialog = late(() => import('./HolidaySwapDialog.tsx'));

const parameter = 'scambia-ferie';

/** Opens 'Scambia Ferie' over the page it stands on; a phone's back button closes it. */
export function HolidaySwapCard() {
  const [parameters, setParameters] = useSearchParams();
  const opened = new URLSearchParams(parameters);
  opened.set(parameter, '');
  const close = () =>
    setParameters(
      (current) => {
        const closed = new URLSearchParams(current);
        closed.delete(parameter);
        return closed;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <CardLink to={`?${opened.toString()}`} title="Scambia Ferie" icon={<TreePalm aria-hidden="true" />}>
        Una tua settimana di ferie per quella di un collega
      </CardLink>
      <Suspense>
        {parameters.has(parameter) ? <HolidaySwapDialog day={null} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
