import { classNames } from './classNames.ts';

interface LogoProps {
  /** On the dark panel of the login page, which is above the form below 1024 px. */
  isOnPanel?: boolean | undefined;
  className?: string | undefined;
}

/** The mark (an agenda page with two shifts changing places) and the name. */
export function Logo({ isOnPanel = false, className }: LogoProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 text-title font-bold whitespace-nowrap',
        isOnPanel ? 'text-ink max-lg:text-on-panel' : 'text-ink',
        className,
      )}
    >
      <LogoMark isOnPanel={isOnPanel} />
      <span>Turnario</span>
    </span>
  );
}

function LogoMark({ isOnPanel }: { isOnPanel: boolean }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className="size-8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect
        x="2"
        y="4"
        width="28"
        height="26"
        rx="7"
        className={classNames('fill-accent', isOnPanel && 'max-lg:fill-on-panel')}
      />
      <g
        fill="none"
        strokeWidth="3"
        className={classNames('stroke-on-accent', isOnPanel && 'max-lg:stroke-panel')}
      >
        <path d="M9 14h14l-4-4" />
        <path d="M23 20H9l4 4" />
      </g>
      <path
        d="M10 2.5v4M22 2.5v4"
        strokeWidth="3"
        className={classNames('stroke-accent', isOnPanel && 'max-lg:stroke-on-panel')}
      />
    </svg>
  );
}
