import { createStore } from './store.ts';

export const themes = ['system', 'light', 'dark'] as const;
/** `system` follows the device. */
export type Theme = (typeof themes)[number];

/** Read before the first paint by public/bootstrap.js, which knows the same name. */
const storageKey = 'turnario.theme';
const store = createStore(readTheme());
export const useTheme = store.use;

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Applies a theme and remembers it on this device. */
export function chooseTheme(theme: Theme): void {
  store.set(theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  colourBrowser();
}

/** Gives the browser's own bar the colour of the page's ground. */
export function colourBrowser(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (meta) meta.content = getComputedStyle(document.documentElement).backgroundColor;
}
