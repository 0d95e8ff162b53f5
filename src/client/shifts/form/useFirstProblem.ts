import { type RefObject, useEffect, useRef, useState } from 'react';

/** A field marked as wrong, a group of choices or a calendar with an error, the way out of chosen days that do not fit. */
const problems =
  '[aria-invalid="true"], fieldset[aria-describedby] input, [data-problem="true"] :is([data-day][tabindex="0"], button)';

interface Attempts {
  form: RefObject<HTMLFormElement | null>;
  /** A refused attempt was made: from then on the form shows what is missing. */
  wasRefused: boolean;
  /** Notes a refused attempt; the focus goes to the first field at fault. */
  refuse: () => void;
  forget: () => void;
}

/** Leads to the first field at fault after each refused attempt to send a form. */
export function useFirstProblem(): Attempts {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>(problems)?.focus();
  }, [refusals]);
  return {
    form,
    wasRefused: refusals > 0,
    refuse: () => setRefusals((count) => count + 1),
    forget: () => setRefusals(0),
  };
}
