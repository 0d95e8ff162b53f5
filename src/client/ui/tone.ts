/** The tones of styles/tones.css, set with the attribute `data-tone`. */
export const tones = ['blue', 'violet', 'stone', 'amber', 'rose', 'sky', 'coral', 'plum', 'navy'] as const;
export type Tone = (typeof tones)[number];
