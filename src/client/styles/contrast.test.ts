import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** The two values of each custom property that a rule of a stylesheet gives by `light-dark(#…, #…)`. */
function coloursIn(css: string): Map<string, readonly [string, string]> {
  const found = css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g);
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Relative luminance by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const tokens = coloursIn(read('tokens.css'));
const themes = ['light', 'dark'] as const;

function token(name: string, theme: 0 | 1): string {
  const colour = tokens.get(`color-${name}`)?.[theme];
  if (!colour) throw new Error(`tokens.css has no --color-${name}`);
  return colour;
}

/** Text and what it stands on. */
const texts: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ['ink', ['ground', 'surface', 'sunken', 'accent-soft', 'danger-soft', 'success-soft', 'warn-soft']],
  ['soft', ['ground', 'surface', 'sunken']],
  ['accent', ['ground', 'surface', 'sunken', 'accent-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ['danger', ['ground', 'surface', 'danger-soft']],
  ['on-danger', ['danger', 'danger-strong']],
  ['success', ['ground', 'surface', 'success-soft']],
  ['warn', ['ground', 'surface', 'warn-soft']],
  ['on-panel', ['panel']],
  ['on-panel-soft', ['panel']],
];

describe.each(themes)('in the %s theme', (theme) => {
  const at = theme === 'light' ? 0 : 1;

  test.each(texts.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const)))(
    'text in %s can be read on %s',
    (text, ground) => {
      expect(contrast(token(text, at), token(ground, at))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(['ground', 'surface'])('the edge of a field can be seen on %s', (ground) => {
    expect(contrast(token('edge', at), token(ground, at))).toBeGreaterThanOrEqual(3);
  });

  const tones = read('tones.css')
    .split(/(?=\[data-tone=)/)
    .slice(1);
  test.each(tones)('%s', (rule) => {
    const colours = coloursIn(rule);
    const of = (name: string): string => colours.get(name)?.[at] ?? '';
    expect(contrast(of('tone-on'), of('tone'))).toBeGreaterThanOrEqual(4.5);
    for (const ground of [of('tone-soft'), token('surface', at), token('ground', at)]) {
      expect(contrast(of('tone-ink'), ground)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
