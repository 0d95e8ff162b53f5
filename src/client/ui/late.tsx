import { type ComponentType, lazy, useState } from 'react';
import { patiently } from './patience.ts';

/** A component whose code comes when it is needed, or when `fetch` asks for it before. */
export type Late<Props extends object> = ComponentType<Props> & {
  /** Fetches the code; what fails now is asked for again when it is needed. */
  fetch: () => void;
  /** Fetches the code and calls `then` when it is here; without a line it does not. */
  fetchThen: (then: () => void) => void;
};

/**
 * A component with code of its own. Once `fetch` has brought that, it is drawn in the same stroke as what asks for it:
 * `lazy` suspends for a moment even then, and React holds back what follows a fallback by up to 300 ms.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Late<Props> {
  let present: ComponentType<Props> | null = null;
  const get = async () => {
    const loaded = await load();
    present = loaded.default;
    return loaded;
  };
  const coming: ComponentType<Props> = lazy(() => patiently(get));
  function LateComponent(props: Props) {
    // the same from its first drawing to its last, whatever arrives meanwhile
    const [Shown] = useState(() => present ?? coming);
    return <Shown {...props} />;
  }
  const fetchThen = (then: () => void): void => void get().then(then, () => null);
  return Object.assign(LateComponent, { fetch: () => fetchThen(() => undefined), fetchThen });
}
