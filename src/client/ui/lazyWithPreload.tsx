import { type ComponentType, lazy, useState } from 'react';
import { retryUntilOnline } from './retryUntilOnline.ts';

/** A component in its own chunk, which can be preloaded. */
export type PreloadableComponent<Props extends object> = ComponentType<Props> & {
  /** Loads the chunk. A failure is ignored: rendering tries again. */
  preload: () => void;
  /** Like `preload`; `onLoaded` is not called if loading fails. */
  preloadThen: (onLoaded: () => void) => void;
};

/**
 * Once preloaded, the component renders synchronously. `lazy` would still suspend, and React shows content after a
 * fallback up to 300 ms late.
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): PreloadableComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const loadModule = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Lazy: ComponentType<Props> = lazy(() => retryUntilOnline(loadModule));
  function Preloadable(props: Props) {
    // fixed at the first render: switching later would remount it
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  const preloadThen = (onLoaded: () => void): void => void loadModule().then(onLoaded, () => null);
  return Object.assign(Preloadable, { preload: () => preloadThen(() => undefined), preloadThen });
}
