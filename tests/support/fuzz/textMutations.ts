/** A call as it goes out; `inject` takes it as it is. */
export interface RawCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string;
  /** What was done to a call that the schema allows; empty: nothing. */
  mutations: string[];
}

export const pick = <Item>(list: readonly Item[], place: number): Item => list[place % list.length] as Item;

type Mutate = (call: RawCall, place: number) => RawCall;

const inBody =
  (rewrite: (text: string, place: number) => string): Mutate =>
  (call, place) =>
    call.payload === undefined ? call : { ...call, payload: rewrite(call.payload, place) };
const withHeaders = (call: RawCall, headers: Record<string, string>): RawCall => ({
  ...call,
  headers: { ...call.headers, ...headers },
});
const manyKeys = Array.from({ length: 3_000 }, (_, key) => `"k${key}":0,`).join('');
const deep = `${'[{"a":'.repeat(2_000)}1${'}]'.repeat(2_000)}`;

const types = ['text/plain', 'multipart/form-data', 'application/json; charset=utf-16', ';', 'text/html'];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const parameters = ['__proto__[a]=1', 'constructor=1', '=', '%00=1', 'a=%', 'limit=1e9', '&&'];
const paths = ['/%', '/%00', '/%ff', '$1/', '/..%2f..', '$1%20', `/${'x'.repeat(3_000)}`];
const oddHeaders: Record<string, string>[] = [
  { 'x-override-exchange': 'x'.repeat(5_000) },
  { accept: 'text/html' },
  { 'accept-language': '\u00ff' },
  { 'x-forwarded-for': "'; drop table users" },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
];

/** What can be wrong with a call as text. */
export const textMutations: Record<string, Mutate> = {
  'prototype key': inBody((text) => text.replace('{', '{"__proto__":{"isCeo":true,"role":"admin"},')),
  'constructor key': inBody((text) => text.replace('{', '{"constructor":{"prototype":{"isCeo":true}},')),
  'repeated key': inBody((text) => text.replace(/\{("\w+":)/, '{$1"prima",$1')),
  'key repeated at the end': inBody((text) => text.replace(/("\w+":)(.*)\}$/s, '$1$2,$1null}')),
  'cut off': inBody((text, place) => text.slice(0, place % (text.length + 1))),
  'more behind it': inBody((text) => `${text} {}`),
  'byte order mark': inBody((text) => `\ufeff${text}`),
  'endless number': inBody((text) => text.replace(/:[^,}]*/, ':1e999')),
  'very deep': inBody((text) => text.replace(/:[^,}]*/, `:${deep}`)),
  'very long': inBody((text) => text + ' '.repeat(70_000)),
  'many keys': inBody((text) => text.replace('{', `{${manyKeys}`)),
  'other type': (call, place) => withHeaders(call, { 'content-type': pick(types, place) }),
  'a body where none is meant': (call) => ({
    ...withHeaders({ ...call, headers: { 'content-type': 'application/json' } }, call.headers),
    payload: call.payload ?? '{"a":1}',
  }),
  'other method': (call, place) => ({ ...call, method: pick(methods, place) }),
  'parameter twice': (call) => ({ ...call, url: call.url.replace(/[?&]([^=&]+)=[^&]*/, '$&&$1=altro') }),
  'parameter as a list': (call) => ({ ...call, url: call.url.replace(/[?&]([^=&]+)=/, '$&x&$1[]=') }),
  'unknown parameter': (call, place) => ({
    ...call,
    url: `${call.url}${call.url.includes('?') ? '&' : '?'}${pick(parameters, place)}`,
  }),
  'broken path': (call, place) => ({
    ...call,
    url: call.url.replace(/(\/[^/?]*)(\?|$)/, `${pick(paths, place)}$2`),
  }),
  'odd headers': (call, place) => withHeaders(call, pick(oddHeaders, place)),
};
