import { type ReactNode, useId } from 'react';
import { classNames } from './classNames.ts';

interface SectionProps {
  title: string;
  /** Between title and content, as a class. */
  gap?: string;
  /** The size of the title, as a class. */
  size?: string;
  children: ReactNode;
}

/** A part of a page, under a heading that names it. */
export function Section({ title, gap = 'gap-3', size = 'text-title', children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames('flex flex-col', gap)}>
      <h2 id={id} className={classNames('font-semibold', size)}>
        {title}
      </h2>
      {children}
    </section>
  );
}
