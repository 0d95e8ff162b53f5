import { createStore, readStored, store } from './store.ts';

export const themes = ['system', 'light', 'dark'] as const;
/** `system` follows the device. */
export type Theme = (typeof themes)[number];

/** public/bootstrap.js reads the same key before the first paint. */
const storageKey = 'turnario.theme';
const stored = readStored(storageKey);
const current = createStore<Theme>(themes.find((theme) => theme === stored) ?? 'system');
export const useTheme = current.use;

/** Applies a theme and stores it on this device. */
export function chooseTheme(theme: Theme): void {
  current.set(theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  store(storageKey, theme === 'system' ? null : theme);
  colourBrowser();
}

/** Sets the browser's theme colour to the page background. */
export function colourBrowser(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (meta) meta.content = getComputedStyle(document.documentElement).backgroundColor;
}
