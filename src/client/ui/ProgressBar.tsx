import { classNames } from './classNames.ts';

export type ProgressColour = 'accent' | 'success' | 'warn' | 'danger';

const colours: Record<ProgressColour, string> = {
  accent: 'bg-accent',
  success: 'bg-success',
  warn: 'bg-[light-dark(#d99a1c,#e2bb68)]',
  danger: 'bg-danger',
};

interface ProgressBarProps {
  label: string;
  value: number;
  max?: number | undefined;
  /** The value as text, such as '96 ore su 160'. */
  valueText?: string | undefined;
  colour?: ProgressColour | undefined;
}

export function ProgressBar({ label, value, max = 100, valueText, colour = 'accent' }: ProgressBarProps) {
  const share = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={classNames(
          'h-full rounded-full transition-[width,background-color] duration-150',
          colours[colour],
        )}
        style={{ width: `${share}%` }}
      />
    </div>
  );
}
