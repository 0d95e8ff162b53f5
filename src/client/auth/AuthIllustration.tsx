import { ArrowLeftRight } from 'lucide-react';
import { classNames } from '../ui/classNames.ts';
import { LetterBadge } from '../ui/LetterBadge.tsx';
import type { Tone } from '../ui/tone.ts';

type Line = readonly [weekday: string, letter: string, tone: Tone, times: string];

const week: readonly Line[] = [
  ['lun', 'S', 'blue', '06:00–14:00'],
  ['mar', 'W', 'violet', '09:00–17:00'],
  ['mer', 'L', 'stone', 'libero'],
  ['gio', 'S', 'blue', '14:00–22:00'],
  ['ven', 'S', 'blue', '06:00–14:00'],
  ['sab', 'F', 'amber', 'ferie'],
  ['dom', 'F', 'amber', 'ferie'],
];
const monday = 16;
const swapped = 3;

/** Decorative illustration: an agenda's week with one swapped shift. Hidden from screen readers. */
export function AuthIllustration() {
  return (
    <div
      aria-hidden="true"
      className="sticky top-0 hidden h-dvh place-items-center overflow-hidden bg-panel p-10 lg:grid"
    >
      <div className="w-full max-w-sm">
        <div className="relative rounded-lg bg-surface pt-6 pb-3 shadow-float">
          <div className="absolute -top-2 left-8 h-14 w-5 rounded-t-sm bg-ribbon clip-ribbon" />
          <p className="border-b-2 border-ink pr-6 pb-3 pl-17 text-title font-bold">novembre</p>
          <ol className="px-6">
            {week.map((line, index) => (
              <li
                key={line[0]}
                className={classNames(
                  'border-b border-line last:border-b-0',
                  index === swapped && '-mx-3 rounded-md border-b-0 bg-accent-soft px-3',
                )}
              >
                <WeekLine line={line} index={index} />
              </li>
            ))}
          </ol>
        </div>
        <p className="mt-8 text-title font-medium text-on-panel">
          Giovedì serviva la mattina libera.
          <br />
          Un collega ha detto sì.
        </p>
      </div>
    </div>
  );
}

export function AuthIllustrationLine() {
  return (
    <div
      aria-hidden="true"
      className="tabular relative mt-5 -mb-12 hidden h-15 grid-cols-[1fr_auto_1fr] items-center gap-3 rounded-md border border-line bg-surface px-4 text-ink shadow-float [@media(min-height:47rem)]:max-lg:grid"
    >
      <Half who="Tu, giovedì" times="14:00–22:00" />
      <ArrowLeftRight className="size-5 text-accent" />
      <Half who="Marco, giovedì" times="06:00–14:00" />
    </div>
  );
}

function Half({ who, times }: { who: string; times: string }) {
  return (
    <span className="leading-5">
      <span className="block text-caption text-soft">{who}</span>
      <span className="font-semibold">{times}</span>
    </span>
  );
}

function WeekLine({ line: [weekday, letter, tone, times], index }: { line: Line; index: number }) {
  return (
    <div className="tabular flex h-13 items-center gap-3">
      <span className="w-8 text-caption text-soft">{weekday}</span>
      <span className="w-7 text-lead font-semibold">{monday + index}</span>
      <LetterBadge letter={letter} tone={tone} size="small" />
      <span className="flex-1 font-medium">{times}</span>
      {index === swapped ? <ArrowLeftRight className="size-5 text-accent" /> : null}
    </div>
  );
}
