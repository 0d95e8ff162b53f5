/** Elements that end a line; others are inline. */
const blocks =
  'address article aside dd div dl dt fieldset figure footer form h1 h2 h3 h4 header legend li main nav ol p section table tr ul';
const blockTags = new Set(blocks.toUpperCase().split(' '));

/** Neither visible nor announced. */
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

/** An element's accessible name, without its description. */
export function nameOf(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = labelledBy.flatMap((id) => element.ownerDocument.getElementById(id) ?? []);
  if (labels.length > 0) return tidy(labels.map(plain).join(' '));
  const own = element.getAttribute('aria-label');
  if (own !== null) return tidy(own);
  const [label] = (element as HTMLInputElement).labels ?? [];
  return tidy(plain(label ?? element));
}

/** Text without controls and hints of labels. */
function plain(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? '';
  if (!(node instanceof Element) || isOut(node) || node.id.endsWith('-hint')) return '';
  if (node.matches('label input, label select')) return '';
  return [...node.childNodes].map(plain).reduce(joined, '');
}

/** Joins adjacent parts with a space, except next to punctuation. */
const joined = (one: string, other: string): string =>
  one === '' || other === '' || /[\s(]$/.test(one) || /^[\s.,:;?!)%]/.test(other)
    ? one + other
    : `${one} ${other}`;

/** The text form of a control or picture; null for an element that is read by its children. */
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
  // the field's own line includes its label
  if (node instanceof HTMLLabelElement && !node.querySelector('input')) {
    const field = node.control;
    if (field && !field.matches('[type="checkbox"], [type="radio"]')) return '';
  }
  const mark = marked(node);
  if (mark !== null) return ` ${mark} `;
  const text = [...node.childNodes].map(read).reduce(joined, '');
  return blockTags.has(node.tagName) ? `\n${text}\n` : text;
}

/** An element as a person reads it, line by line: buttons in [], links in <>, fields as 'Label: value'. */
export const readingOf = (place: Element): string =>
  read(place)
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '')
    .join('\n');
