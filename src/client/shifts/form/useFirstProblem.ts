import { type RefObject, useEffect, useRef, useState } from 'react';

/** An invalid field, a group or calendar with an error, or the button that removes days that do not fit. */
const problems =
  '[aria-invalid="true"], fieldset[aria-describedby] input, [data-problem="true"] :is([data-day][tabindex="0"], button)';

interface Attempts {
  form: RefObject<HTMLFormElement | null>;
  /** A refused attempt was made: from then on the form shows what is missing. */
  wasRefused: boolean;
  /** Records a refused attempt and focuses the first invalid field. */
  refuse: () => void;
  forget: () => void;
}

/** Focuses the first invalid field after each refused attempt to send a form. */
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
