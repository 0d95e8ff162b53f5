import { type ReactNode, useId } from 'react';
import { Card } from '../ui/Card.tsx';

interface ProfileSectionProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function ProfileSection({ title, lead, children }: ProfileSectionProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        {lead ? <p className="mt-0.5 text-soft">{lead}</p> : null}
      </div>
      {children}
    </Card>
  );
}
