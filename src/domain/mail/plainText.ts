// Line ends, other control characters and blanks of every kind; marks that reverse the direction of what follows.
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Typed text as it may stand in a mail's header or within a line: no line ends, so that a name can neither start a
 * header nor fake a line of the mail, and no marks that show it in another order.
 */
export const oneLine = (text: string): string => text.replace(directionMarks, '').replace(breaks, ' ').trim();

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
