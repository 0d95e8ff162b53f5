import type { ReactNode } from 'react';

interface AskedFirstProps<Item> {
  items: readonly Item[];
  isAsked: (item: Item) => boolean;
  keyOf: (item: Item) => string;
  /** Text if there are no questions. */
  allClear: string;
  /** Before the number of the others. */
  clearTitle: string;
  children: (item: Item) => ReactNode;
}

/** Items with open questions; the others are collapsed. */
export function AskedFirst<Item>(props: AskedFirstProps<Item>) {
  const { items, isAsked, keyOf, allClear, clearTitle, children } = props;
  const asked = items.filter(isAsked);
  const clear = items.filter((item) => !isAsked(item));
  const list = (shown: readonly Item[]) => (
    <ul className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2">
      {shown.map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
    </ul>
  );
  return (
    <>
      {asked.length === 0 ? <p className="text-soft">{allClear}</p> : list(asked)}
      {clear.length > 0 && (
        <Details title={`${clearTitle}: ${clear.length}`}>
          <div className="pt-2">{list(clear)}</div>
        </Details>
      )}
    </>
  );
}

/** A collapsible section. */
export const Details = ({
  title,
  isOpen,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ReactNode;
}) => (
  <details open={isOpen || undefined}>
    <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-accent">{title}</summary>
    {children}
  </details>
);
