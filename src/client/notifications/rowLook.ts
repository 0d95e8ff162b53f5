/** A line of the list that can be pressed. */
export const rowLook =
  'flex w-full gap-3 px-4 py-3 text-left -outline-offset-2 transition-colors duration-150 hover:bg-sunken active:bg-accent-soft';
