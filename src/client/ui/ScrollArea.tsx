import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * What scrolls when there is not room for all of it. A keyboard must be able to scroll it: where nothing in it takes
 * the focus, it does so itself.
 */
export function ScrollArea({ className, children }: { className: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isStop, setIsStop] = useState(false);
  useEffect(() => {
    const look = (): void => {
      const area = frame.current;
      if (!area) return;
      const hasStops =
        area.querySelector('a, button, input, select, textarea, summary, [tabindex="0"]') !== null;
      setIsStop(area.scrollHeight > area.clientHeight && !hasStops);
    };
    const observer = new ResizeObserver(look);
    for (const element of [frame.current, content.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={frame} className={className} {...(isStop ? { tabIndex: 0 } : {})}>
      <div ref={content}>{children}</div>
    </div>
  );
}
