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

/** What can be wrong with a call as text. */
export const textMutations: Record<string, (call: RawCall, place: number) => RawCall> = {
  'prototype key': (call) =>
    withText(call, (text) => text.replace('{', '{"__proto__":{"isCeo":true,"role":"admin"},')),
  'constructor key': (call) =>
    withText(call, (text) => text.replace('{', '{"constructor":{"prototype":{"isCeo":true}},')),
  'repeated key': (call) => withText(call, (text) => text.replace(/\{("\w+":)/, '{$1"prima",$1')),
  'key repeated at the end': (call) =>
    withText(call, (text) => text.replace(/("\w+":)(.*)\}$/s, '$1$2,$1null}')),
  'cut off': (call, place) => withText(call, (text) => text.slice(0, place % (text.length + 1))),
  'more behind it': (call) => withText(call, (text) => `${text} {}`),
  'byte order mark': (call) => withText(call, (text) => `\ufeff${text}`),
  'endless number': (call) => withText(call, (text) => text.replace(/:[^,}]*/, ':1e999')),
  'very deep': (call) =>
    withText(call, (text) => text.replace(/:[^,}]*/, `:${'[{"a":'.repeat(2_000)}1${'}]'.repeat(2_000)}`)),
  'very long': (call) => withText(call, (text) => text + ' '.repeat(70_000)),
  'many keys': (call) =>
    withText(call, (text) =>
      text.replace('{', `{${Array.from({ length: 3_000 }, (_, key) => `"k${key}":0,`).join('')}`),
    ),
  'other type': (call, place) => ({
    ...call,
    headers: {
      ...call.headers,
      'content-type': pick(
        ['text/plain', 'multipart/form-data', 'application/json; charset=utf-16', ';', 'text/html'],
        place,
      ),
    },
  }),
  'a body where none is meant': (call) => ({
    ...call,
    payload: call.payload ?? '{"a":1}',
    headers: { 'content-type': 'application/json', ...call.headers },
  }),
  'other method': (call, place) => ({
    ...call,
    method: pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'], place),
  }),
  'parameter twice': (call) => ({ ...call, url: call.url.replace(/[?&]([^=&]+)=[^&]*/, '$&&$1=altro') }),
  'parameter as a list': (call) => ({ ...call, url: call.url.replace(/[?&]([^=&]+)=/, '$&x&$1[]=') }),
  'unknown parameter': (call, place) => ({
    ...call,
    url: `${call.url}${call.url.includes('?') ? '&' : '?'}${['__proto__[a]=1', 'constructor=1', '=', '%00=1', 'a=%', 'limit=1e9', '&&'][place % 7]}`,
  }),
  'broken path': (call, place) => ({
    ...call,
    url: call.url.replace(
      /(\/[^/?]*)(\?|$)/,
      `${['/%', '/%00', '/%ff', '$1/', '/..%2f..', '$1%20', `/${'x'.repeat(3_000)}`][place % 7]}$2`,
    ),
  }),
  'odd headers': (call, place) => ({
    ...call,
    headers: {
      ...call.headers,
      ...[
        { 'x-override-exchange': 'x'.repeat(5_000) },
        { accept: 'text/html' },
        { 'accept-language': '\u00ff' },
        { 'x-forwarded-for': "'; drop table users" },
        { range: 'bytes=0-1' },
        { 'if-none-match': '*' },
      ][place % 6],
    },
  }),
};

function withText(call: RawCall, rewrite: (text: string) => string): RawCall {
  return call.payload === undefined ? call : { ...call, payload: rewrite(call.payload) };
}
