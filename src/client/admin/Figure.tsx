import type { ReactNode } from 'react';
import { Card } from '../ui/Card.tsx';
import { classNames } from '../ui/classNames.ts';

interface FigureProps {
  title: string;
  value: string;
  note: string;
  isWarning?: boolean | undefined;
  children?: ReactNode;
}

export function Figure({ title, value, note, isWarning = false, children }: FigureProps) {
  return (
    <Card className="flex flex-col gap-1">
      <p className="font-medium">{title}</p>
      <p className={classNames('tabular text-display font-bold', isWarning && 'text-warn')}>{value}</p>
      {children}
      <p className="text-caption text-soft">{note}</p>
    </Card>
  );
}
