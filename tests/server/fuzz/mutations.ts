// Mutations of calls. Each gets a number that selects one of the possible places, and a bad value.

/** A call before serialisation. */
export interface Draft {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: unknown;
}
/** A call as sent. */
export interface RawCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string;
}
type Holder = Record<string, unknown>;
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;
const pick = <Item>(list: readonly Item[], place: number): Item => list[place % list.length] as Item;

/** A value as text for an address or header; JSON unless it is a string. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Every value, as its holder and key. Excludes mail server addresses, so that no mail is sent to a random host. */
function placesIn(holder: Holder, depth = 4): [Holder, string][] {
  return Object.keys(holder)
    .filter((key) => key !== 'host' && key !== 'port')
    .flatMap((key) => {
      const inner = holder[key];
      return [
        [holder, key] as [Holder, string],
        ...(isHolder(inner) && depth > 0 ? placesIn(inner, depth - 1) : []),
      ];
    });
}
export const placesOf = ({ path, query, header, body }: Draft): [Holder, string][] =>
  [path, query, header, isHolder(body) ? body : {}].flatMap((part) => placesIn(part));

const strangeKeys = ['sconosciuto', 'isCeo', 'toString', 'hasOwnProperty', 'id'];

type ChangeDraft = (holder: Holder, key: string, value: unknown, place: number) => void;

/** Mutations of one value; path parameters can be neither removed nor added. */
const valueMutations: Record<string, ChangeDraft> = {
  replace: (holder, key, value) => (holder[key] = value),
  wrap: (holder, key, _, place) => (holder[key] = place % 2 === 0 ? [holder[key]] : { value: holder[key] }),
  add: (holder, _key, value, place) => (holder[pick(strangeKeys, place)] = value),
  drop: (holder, key) => delete holder[key],
  rename: (holder, key, value) => {
    holder[asText(value)] = holder[key];
    delete holder[key];
  },
};

type ChangeCall = (call: RawCall, place: number) => RawCall;
const inBody =
  (rewrite: (text: string, place: number) => string): ChangeCall =>
  (call, place) =>
    call.payload === undefined ? call : { ...call, payload: rewrite(call.payload, place) };
const withHeaders = (call: RawCall, headers: Record<string, string>): RawCall => ({
  ...call,
  headers: { ...call.headers, ...headers },
});
const inAddress =
  (pattern: RegExp, texts: readonly string[]): ChangeCall =>
  (call, place) => ({ ...call, url: call.url.replace(pattern, pick(texts, place)) });

const manyKeys = Array.from({ length: 3_000 }, (_, key) => `"k${key}":0,`).join('');
const deep = `${'[{"a":'.repeat(2_000)}1${'}]'.repeat(2_000)}`;
const types = ['text/plain', 'multipart/form-data', 'application/json; charset=utf-16', ';', 'text/html'];
const oddHeaders: Record<string, string>[] = [
  { 'x-override-exchange': 'x'.repeat(5_000) },
  { accept: 'text/html' },
  { 'accept-language': '\u00ff' },
  { 'x-forwarded-for': "'; drop table users" },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
];
const unknownParameters = ['__proto__[a]=1', 'constructor=1', '=', '%00=1', 'a=%', 'limit=1e9', '&&'];
const brokenPaths = ['/%$2', '/%00$2', '/%ff$2', '$1/$2', '/..%2f..$2', '$1%20$2', `/${'x'.repeat(3_000)}$2`];

/** Mutations of the serialised call. */
const textMutations: Record<string, ChangeCall> = {
  'prototype key': inBody((text) => text.replace('{', '{"__proto__":{"isCeo":true,"role":"admin"},')),
  'constructor key': inBody((text) => text.replace('{', '{"constructor":{"prototype":{"isCeo":true}},')),
  'repeated key': inBody((text) => text.replace(/\{("\w+":)/, '{$1"prima",$1')),
  'key repeated at the end': inBody((text) => text.replace(/("\w+":)(.*)\}$/s, '$1$2,$1null}')),
  'cut off': inBody((text, place) => text.slice(0, place % (text.length + 1))),
  'trailing data': inBody((text) => `${text} {}`),
  'byte order mark': inBody((text) => `\ufeff${text}`),
  'endless number': inBody((text) => text.replace(/:[^,}]*/, ':1e999')),
  'very deep': inBody((text) => text.replace(/:[^,}]*/, `:${deep}`)),
  'very long': inBody((text) => text + ' '.repeat(70_000)),
  'many keys': inBody((text) => text.replace('{', `{${manyKeys}`)),
  'other type': (call, place) => withHeaders(call, { 'content-type': pick(types, place) }),
  'odd headers': (call, place) => withHeaders(call, pick(oddHeaders, place)),
  'an unexpected body': (call) => ({
    ...withHeaders(call, { 'content-type': 'application/json' }),
    payload: call.payload ?? '{"a":1}',
  }),
  'other method': (call, place) => ({
    ...call,
    method: pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'], place),
  }),
  'parameter twice': inAddress(/[?&]([^=&]+)=[^&]*/, ['$&&$1=altro']),
  'parameter as a list': inAddress(/[?&]([^=&]+)=/, ['$&x&$1[]=']),
  'unknown parameter': (call, place) => ({
    ...call,
    url: `${call.url}${call.url.includes('?') ? '&' : '?'}${pick(unknownParameters, place)}`,
  }),
  'broken path': inAddress(/(\/[^/?]*)(\?|$)/, brokenPaths),
};

export const mutationNames = [...Object.keys(valueMutations), 'whole', ...Object.keys(textMutations)];

export interface Mutation {
  name: string;
  place: number;
  value: unknown;
}

/** Whether the mutated call may match another route, or none. */
export const leadsElsewhere = (mutations: readonly Mutation[]): boolean =>
  mutations.some(({ name }) => name === 'other method' || name === 'broken path');

/** Applies the mutations to a draft and serialises it. */
export function callOf(
  { method, path }: { method: string; path: string },
  given: Draft,
  mutations: readonly Mutation[],
): RawCall {
  const draft = structuredClone(given);
  for (const { name, place, value } of mutations) {
    const [holder, key] = pick(placesOf(draft), place) ?? [{}, ''];
    const isAddress = holder === draft.path && name !== 'replace' && name !== 'wrap';
    if (name === 'whole') draft.body = value;
    else if (!isAddress) valueMutations[name]?.(holder, key, value, place);
  }
  return mutations.reduce(
    (call, { name, place }) => textMutations[name]?.(call, place) ?? call,
    write(method, path, draft),
  );
}

/** URL-encodes; lone surrogates become the bytes they would have. */
function escape(value: unknown): string {
  const text = asText(value);
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`;
}

function write(method: string, pattern: string, { path, query, header, body }: Draft): RawCall {
  const address = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => escape(path[name]));
  const parameters = Object.entries(query).map(([name, value]) => `${escape(name)}=${escape(value)}`);
  // headers can only hold one line of printable ASCII
  const lineOf = (value: unknown): string => asText(value).replaceAll(/[^\u0020-\u007e]/g, '?');
  const headers = Object.entries(header).map(([name, value]) => [lineOf(name), lineOf(value)]);
  return {
    method,
    url: parameters.length > 0 ? `${address}?${parameters.join('&')}` : address,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(Object.fromEntries(headers) as Record<string, string>),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  };
}
