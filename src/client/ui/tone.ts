/** The tones of styles/tones.css, set by the `data-tone` attribute. */
export const tones = ['blue', 'violet', 'stone', 'amber', 'rose', 'sky', 'coral', 'plum', 'navy'] as const;
export type Tone = (typeof tones)[number];
