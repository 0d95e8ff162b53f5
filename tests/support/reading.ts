/** What ends a line on a screen; everything else runs on. */
const blocks =
  'address article aside dd div dl dt fieldset figure footer form h1 h2 h3 h4 header legend li main nav ol p section table tr ul';
const blockTags = new Set(blocks.toUpperCase().split(' '));

/** What nobody sees or hears. */
const isOut = (element: Element): boolean =>
  element.matches(
    '[hidden], [inert], script, style, template, title, svg:not([role]), [data-live-announcer]',
  ) ||
  (element.getAttribute('aria-hidden') === 'true' && !element.matches('[data-react-aria-top-layer] *'));

export const isSeen = (element: Element): boolean => {
  for (let one: Element | null = element; one; one = one.parentElement) if (isOut(one)) return false;
  return true;
};

const tidy = (text: string): string => text.replaceAll(/[^\S\n]+/g, ' ').trim();

/** The name by which an element is found: as a screen reader says it, without its description. */
export function nameOf(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = labelledBy.flatMap((id) => element.ownerDocument.getElementById(id) ?? []);
  if (labels.length > 0) return tidy(labels.map(plain).join(' '));
  const own = element.getAttribute('aria-label');
  if (own !== null) return tidy(own);
  const [label] = (element as HTMLInputElement).labels ?? [];
  return tidy(plain(label ?? element));
}

/** A text without the marks of controls, hints of labels left out. */
function plain(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? '';
  if (!(node instanceof Element) || isOut(node) || node.id.endsWith('-hint')) return '';
  if (node.matches('label input, label select')) return '';
  return [...node.childNodes].map(plain).reduce(joined, '');
}

/** Two parts beside each other are two words, but for what stands right at a word. */
const joined = (one: string, other: string): string =>
  one === '' || other === '' || /[\s(]$/.test(one) || /^[\s.,:;?!)%]/.test(other)
    ? one + other
    : `${one} ${other}`;

/** A field, a button, a tab, a link or a picture as it is shown; null for what is read by its parts. */
function marked(element: Element): string | null {
  const name = nameOf(element);
  if (element instanceof HTMLSelectElement)
    return `${name}: ${element.selectedOptions[0]?.textContent ?? ''}`;
  if (element instanceof HTMLInputElement && element.type === 'checkbox')
    return element.checked ? '[x]' : '[ ]';
  if (element instanceof HTMLInputElement && element.type === 'radio') return element.checked ? '(x)' : '( )';
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return `${name}: ${element.value || '…'}`;
  if (element.matches('button, [role="button"]'))
    return `[${name}]${element.matches(':disabled') ? ' (spento)' : ''}`;
  if (element.matches('[role="tab"]'))
    return element.matches('[aria-selected="true"]') ? `[*${name}]` : `[${name}]`;
  if (element.matches('a[href]')) return `<${name}>`;
  return element.matches('[role="img"], [role="columnheader"][aria-label]') ? name : null;
}

function read(node: Node): string {
  if (node.nodeType === 3) return (node.textContent ?? '').replaceAll(/\s+/g, ' ');
  if (!(node instanceof Element) || isOut(node)) return '';
  // the field says it
  if (node instanceof HTMLLabelElement && !node.querySelector('input')) {
    const field = node.control;
    if (field && !field.matches('[type="checkbox"], [type="radio"]')) return '';
  }
  const mark = marked(node);
  if (mark !== null) return ` ${mark} `;
  const text = [...node.childNodes].map(read).reduce(joined, '');
  return blockTags.has(node.tagName) ? `\n${text}\n` : text;
}

/** A place of the page as a person reads it, line by line: buttons in [], links in <>, fields as 'Label: value'. */
export const readingOf = (place: Element): string =>
  read(place)
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '')
    .join('\n');
