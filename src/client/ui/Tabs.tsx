import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { classNames } from './classNames.ts';

export interface TabItem<Id extends string = string> {
  id: Id;
  label: string;
  /** Shown after the label; undefined reserves its space. */
  count?: number | undefined;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly TabItem<Id>[];
  /** The selected tab; keep it in the URL. */
  selected: Id;
  onSelect: (id: Id) => void;
  children: ReactNode;
}

/** Tabs that scroll horizontally on a phone, with the selected one in view. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const strip = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // together with the panel: later, a finger may already be moving to the next tab
    bringIntoView(strip.current);
    // again when arriving counts widen the tabs
    const observer = new ResizeObserver(() => bringIntoView(strip.current));
    if (row.current) observer.observe(row.current);
    return () => observer.disconnect();
  }, [selected]);
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key) as Id)}
      keyboardActivation="manual"
    >
      <div
        ref={strip}
        className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] max-md:mask-r-from-[calc(100%-2.5rem)] md:mx-0 md:px-0"
      >
        {/* padding, so that the last tab can scroll clear of the fade that hints at more */}
        <div ref={row} className="min-w-max md:min-w-0">
          <TabList
            aria-label={label}
            items={tabs}
            dependencies={[selected]}
            className="flex gap-1 border-b border-line pr-6 md:pr-0"
          >
            {(tab) => (
              <Tab id={tab.id} className={tabLook}>
                {tab.label}
                {'count' in tab ? <TabCount count={tab.count} isSelected={tab.id === selected} /> : null}
              </Tab>
            )}
          </TabList>
        </div>
      </div>
      {/* without the key the panel keeps the first tab's id, and the selected tab's `aria-controls` is wrong */}
      <TabPanel key={selected} id={selected} className="pt-4">
        {children}
      </TabPanel>
    </AriaTabs>
  );
}

/** Centres the selected tab by scrolling only the strip, not the page. */
function bringIntoView(strip: HTMLElement | null): void {
  const tab = strip?.querySelector('[aria-selected="true"]');
  if (!strip || !tab) return;
  const ahead = tab.getBoundingClientRect().left - strip.getBoundingClientRect().left;
  strip.scrollBy({ left: ahead - (strip.clientWidth - tab.clientWidth) / 2 });
}

const tabLook = classNames(
  'relative -mb-px flex min-h-12 cursor-pointer items-center gap-2 rounded-t-md px-3 font-medium whitespace-nowrap text-soft',
  'border-b-3 border-transparent transition-colors duration-150 hover:text-ink',
  'data-selected:border-accent data-selected:font-semibold data-selected:text-ink',
  'data-focus-visible:-outline-offset-2',
);

function TabCount({ count, isSelected }: { count: number | undefined; isSelected: boolean }) {
  return (
    <span
      className={classNames(
        'tabular min-w-6 rounded-full px-2 text-center text-caption font-semibold',
        isSelected ? 'bg-accent text-on-accent' : 'bg-sunken text-soft',
        count === undefined && 'invisible',
      )}
    >
      {count ?? 0}
    </span>
  );
}
