// Line ends, other control characters and all blanks; marks that reverse the direction of text.
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Typed text for a mail's header or within a line: without line ends, so that a name can neither start a header nor
 * fake a line, and without direction marks.
 */
export const oneLine = (text: string): string => text.replace(directionMarks, '').replace(breaks, ' ').trim();

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
