import { ArrowLeftRight, CalendarPlus, UserRound } from 'lucide-react';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { Section } from '../ui/PageHeader.tsx';
import { RowLink, rowLinks } from '../ui/RowLink.tsx';

export function FirstSteps({ variant }: { variant: WorksiteVariant }) {
  const { contractHours } = useSignedIn().user;
  const isTaxi = variant === 'taxi';
  const steps = [
    {
      to: '/shifts/new',
      title: '1. Aggiungi i tuoi turni',
      text: 'Anche un mese intero in una volta: il calendario si riempie da qui.',
      icon: CalendarPlus,
    },
    {
      to: '/profile',
      title: isTaxi ? '2. Controlla licenza e cellulare' : '2. Controlla le ore di contratto',
      text: isTaxi
        ? 'Li vede chi scambia una settimana con te.'
        : `Sono ${contractHours} al giorno: gli scambi si fanno tra chi ne ha altrettante.`,
      icon: UserRound,
    },
    {
      to: '/exchanges',
      title: '3. Guarda gli scambi',
      text: 'Chi cerca un turno come i tuoi, e come chiederne uno.',
      icon: ArrowLeftRight,
    },
  ];
  return (
    <Section title="Per cominciare" size="text-lead">
      <ol className={rowLinks}>
        {steps.map(({ text, ...step }) => (
          <RowLink key={step.to} {...step}>
            {text}
          </RowLink>
        ))}
      </ol>
    </Section>
  );
}
