import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './classNames.ts';

interface CardListProps<Item extends { id: string }> {
  label: string;
  className: string;
  /** As they came from the server, one after the other. */
  pages: readonly (readonly Item[])[];
  children: (item: Item) => ReactNode;
  placeClass?: string;
}

/** So many cards are rendered as they are at the start of the list and at the end of each page. */
const drawnFirst = 6;
const drawnLast = 12;

/** The margin is for shadows and focus rings, which `content-visibility` would cut off. */
const place = '-m-2 p-2';
// of the height alone: a width would make the column as wide
const guessed = '[content-visibility:auto] [contain-intrinsic-height:auto_var(--card-height,23rem)]';

/**
 * Cards that may be hundreds: those not visible are neither laid out nor painted, yet stand in the page for searches,
 * screen readers and links. Until a card has been in sight once, its height is the median of the first ones', of which
 * one may stand open; where that turns out wrong in sight, what stands below moves. So there is no guess where one comes
 * in a jump: at the ends of pages.
 */
export function CardList<Item extends { id: string }>(props: CardListProps<Item>) {
  const { label, className, pages, children, placeClass } = props;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const first = [...(list.current?.children ?? [])].slice(0, drawnFirst);
    const heights = first.map(({ firstElementChild: card }) => card?.getBoundingClientRect().height ?? 0);
    const median = heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)];
    if (median) list.current?.style.setProperty('--card-height', `${Math.round(median)}px`);
  }, []);
  const isGuessed = (page: number, at: number): boolean =>
    (page > 0 || at >= drawnFirst) && at < (pages[page]?.length ?? 0) - drawnLast;
  return (
    <ul ref={list} aria-label={label} className={className}>
      {pages.flatMap((items, page) =>
        items.map((item, at) => (
          <li key={item.id} className={classNames(place, isGuessed(page, at) && guessed, placeClass)}>
            {children(item)}
          </li>
        )),
      )}
    </ul>
  );
}
