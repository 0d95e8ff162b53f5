import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './classNames.ts';
import { inSpareTime } from './spareTime.ts';

interface CardListProps<Item extends { id: string }> {
  label: string;
  className: string;
  /** As they came from the server, one after the other. */
  pages: readonly (readonly Item[])[];
  /** Draws a card. */
  children: (item: Item) => ReactNode;
  /** For the place around each card. */
  placeClass?: string;
}

/** So many cards are drawn as they are at the start of the list and at the end of each page. */
const drawnFirst = 6;
const drawnLast = 8;

/** So many cards are laid out at a time: on a slow phone a tap waits for them. */
const atATime = 3;

/** The margin is for shadows and focus rings, which `content-visibility` would cut off. */
const place = '-m-2 p-2';
const guessed = '[content-visibility:auto] [contain-intrinsic-size:auto_23rem]';

/** The places that the browser knows the height of. */
const known = new WeakSet<Element>();

/**
 * Cards that may be hundreds: those out of sight are neither laid out nor painted, yet stand in the page for searches,
 * screen readers and links. Until a card has been laid out once, its height is a guess, and one that turns out wrong in
 * sight moves what stands below. So there is none where one comes in a jump, at the ends of pages, and the others are laid
 * out in spare time: the browser remembers what height they took.
 */
export function CardList<Item extends { id: string }>(props: CardListProps<Item>) {
  const { label, className, pages, children, placeClass } = props;
  const list = useRef<HTMLUListElement>(null);
  const count = pages.reduce((sum, page) => sum + page.length, 0);
  useEffect(() => {
    const unknown = [...(list.current?.children ?? [])].filter((card) => !known.has(card));
    const groups = Array.from({ length: Math.ceil(unknown.length / atATime) }, (_, group) =>
      unknown.slice(group * atATime, (group + 1) * atATime),
    );
    return inSpareTime(groups.map((group) => () => layOut(group)));
  }, [count]);
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

function layOut(cards: readonly Element[]): void {
  const draw = (visibility: 'visible' | ''): void => {
    for (const card of cards) if (card instanceof HTMLElement) card.style.contentVisibility = visibility;
  };
  draw('visible');
  for (const card of cards) known.add(card);
  // the height is noted at the end of a frame
  requestAnimationFrame(() => requestAnimationFrame(() => draw('')));
}
