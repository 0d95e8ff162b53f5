import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './classNames.ts';

interface CardListProps<Item extends { id: string }> {
  label: string;
  className: string;
  /** In the server's order. */
  pages: readonly (readonly Item[])[];
  children: (item: Item) => ReactNode;
  placeClass?: string;
}

/** How many cards at the start of the list and at the end of each page are always rendered. */
const drawnFirst = 6;
const drawnLast = 12;

/** The margin leaves room for shadows and focus rings, which `content-visibility` clips. */
const place = '-m-2 p-2';
// height only: an intrinsic width would widen the column
const guessed = '[content-visibility:auto] [contain-intrinsic-height:auto_var(--card-height,23rem)]';

/**
 * A list of possibly hundreds of cards. Off-screen ones are neither laid out nor painted, but stay in the DOM for find
 * in page, screen readers and links. Until first visible, a card's height is estimated as the median of the first ones
 * (one may be expanded). A wrong estimate shifts the layout, so cards at page ends, reached by jumps, have none.
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
