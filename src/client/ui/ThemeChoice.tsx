import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useId } from 'react';
import { chooseTheme, colourBrowser, type Theme, themes, useTheme } from './theme.ts';

const labels: Record<Theme, string> = { system: 'Sistema', light: 'Chiaro', dark: 'Scuro' };
const icons = { system: Monitor, light: Sun, dark: Moon };

export function ThemeChoice() {
  const theme = useTheme();
  // a page may contain it twice: each needs its own radio group
  const group = useId();
  useEffect(() => {
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', colourBrowser);
    return () => system.removeEventListener('change', colourBrowser);
  }, []);
  return (
    <fieldset className="inline-flex max-w-full flex-wrap rounded-md bg-sunken p-0.5">
      <legend className="sr-only">Aspetto</legend>
      {themes.map((option) => {
        const Icon = icons[option];
        return (
          <label
            key={option}
            className={
              'relative inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-sm px-3 font-medium text-soft ' +
              'transition-colors duration-150 hover:text-ink has-checked:bg-accent-soft has-checked:text-accent ' +
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent'
            }
          >
            <input
              type="radio"
              name={group}
              value={option}
              checked={theme === option}
              onChange={() => chooseTheme(option)}
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-sm outline-none"
            />
            <Icon aria-hidden="true" className="size-4" />
            {labels[option]}
          </label>
        );
      })}
    </fieldset>
  );
}
