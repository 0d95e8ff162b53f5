import { ChevronDown } from 'lucide-react';
import { LetterBadge } from '../ui/LetterBadge.tsx';
import type { SwapPreview } from './swapPreview.ts';
import { lookMark, looksIn, lookSign, lookText } from './weekLooks.ts';
import { WeekTable } from './WeekTable.tsx';

/** The weeks that a taxi swap touches, day by day, and what their letters mean. */
export function WeeksPreview({ weeks, people, isDone }: SwapPreview) {
  return (
    <div className="flex flex-col gap-4">
      {weeks.map((week) => (
        <WeekTable key={week.from} week={week} people={people} isDone={isDone} />
      ))}
      <ul aria-label="Legenda" className="tabular flex flex-wrap gap-x-4 gap-y-1.5 text-caption text-soft">
        {looksIn(weeks).map((look) => {
          const mark = lookMark(look);
          return (
            <li key={lookText(look)} className="flex items-center gap-1.5">
              {mark ? (
                <LetterBadge letter={mark.letter} tone={mark.tone} size="small" />
              ) : (
                <span aria-hidden="true" className="w-6 text-center font-bold">
                  {lookSign(look)}
                </span>
              )}
              {lookText(look)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The same behind a heading to press, for a card. */
export function WeeksDisclosure({ preview }: { preview: SwapPreview }) {
  return (
    <details className="group">
      <summary className="-mx-2 flex min-h-11 list-none items-center gap-2 rounded-md px-2 font-medium text-accent hover:bg-accent-soft [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 transition-transform duration-150 group-open:rotate-180"
        />
        Giorno per giorno
      </summary>
      <div className="pt-2">
        <WeeksPreview {...preview} />
      </div>
    </details>
  );
}
