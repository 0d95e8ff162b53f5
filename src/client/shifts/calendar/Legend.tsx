import { ArrowLeftRight, Hourglass, NotebookPen, SquareSplitHorizontal } from 'lucide-react';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { legendOf } from '../marks.ts';

/** What the letters, colours and signs of the calendar mean. */
export function Legend({ variant }: { variant: WorksiteVariant }) {
  const icon = { 'aria-hidden': true, size: 14, strokeWidth: 2.5 } as const;
  return (
    <ul
      aria-label="Legenda"
      className="print-sheet-part flex flex-wrap gap-x-4 gap-y-2 text-caption text-soft"
    >
      {legendOf(variant).map((mark) => (
        <li key={mark.name} className="flex items-center gap-1.5">
          <LetterBadge letter={mark.letter} tone={mark.tone} size="small" />
          {mark.name}
        </li>
      ))}
      {variant === 'standard' && (
        <li className="flex items-center gap-1.5">
          <SquareSplitHorizontal {...icon} /> spezzato
        </li>
      )}
      {variant === 'taxi' && (
        <li className="flex items-center gap-1.5">
          <span className="font-semibold">+1</span> finisce il giorno dopo
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <ArrowLeftRight {...icon} /> scambiato
      </li>
      <li className="flex items-center gap-1.5">
        <Hourglass {...icon} /> offerto
      </li>
      <li className="flex items-center gap-1.5">
        <NotebookPen {...icon} /> con note
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="tabular rounded-full bg-danger-soft px-1 font-bold text-danger">
          15
        </span>
        festivo
      </li>
      {variant === 'taxi' && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-4 border-l-2 border-edge" /> la settimana comincia di sabato
        </li>
      )}
    </ul>
  );
}
