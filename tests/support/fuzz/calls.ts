import fc from 'fast-check';
import type { JsonSchema, Operation } from './operations.ts';
import { senseOf } from './sense.ts';
import { pick, type RawCall, textMutations } from './textMutations.ts';
import { nasty } from './texts.ts';
import { type Pool, valueFor } from './values.ts';

interface Draft {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: unknown;
}

/** What the schema of a route allows. @param isWhole with all that may be left out, but for the body's */
function draftFor(operation: Operation, pool: Pool, isWhole: boolean): fc.Arbitrary<Draft> {
  const part = (place: 'path' | 'query' | 'header'): fc.Arbitrary<Record<string, unknown>> => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place);
    const values = parameters.map(({ name, schema }) => [name, valueFor(schema, name, operation.path, pool)]);
    const requiredKeys = parameters
      .filter(({ required }) => required || isWhole)
      .map(({ name }) => name) as never[];
    return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
  };
  return fc.record({
    path: part('path'),
    query: part('query'),
    header: part('header'),
    body: operation.body ? bodyFor(operation, operation.body, pool) : fc.constant(undefined),
  });
}

/** Calls as the schema of a route allows them, with one of the texts at one place, or as one name: all places in turn. */
export function callsWith(
  texts: readonly string[],
  operation: Operation,
  pool: Pool,
  seed: number,
): RawCall[] {
  const [draft] = fc.sample(draftFor(operation, pool, true), { seed, numRuns: 1 }) as [Draft];
  const places = countPlaces(draft);
  return texts.flatMap((value) =>
    ['replace', 'rename'].flatMap((name) =>
      Array.from({ length: places }, (_, place) => {
        const mutation: Mutation = { at: 'value', name, place, value };
        return write(operation, change(draft, mutation), [mutation]);
      }),
    ),
  );
}

/** Calls of a route as its schema allows them, two of five with something wrong in them unless `isSound`. */
export function callFor(operation: Operation, pool: Pool, isSound = false): fc.Arbitrary<RawCall> {
  const draft = draftFor(operation, pool, false);
  const mutations = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: isSound ? 0 : 2, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
  );
  return fc
    .tuple(draft, mutations)
    .map(([valid, changes]) =>
      write(operation, changes.filter(({ at }) => at === 'value').reduce(change, valid), changes),
    );
}

/** What the schema allows, in half of the cases with fields that make sense together. */
function bodyFor(operation: Operation, schema: JsonSchema, pool: Pool): fc.Arbitrary<unknown> {
  const drawn = valueFor(schema, '', operation.path, pool);
  const sense = senseOf(operation, pool);
  if (!sense) return drawn;
  const merged = fc.tuple(drawn, sense).map(([body, fields]) => ({ ...(body as object), ...fields }));
  return fc.oneof(drawn, merged);
}

interface Mutation {
  at: 'value' | 'text';
  name: string;
  /** Which place of those there are. */
  place: number;
  value: unknown;
}

const valueMutations = ['replace', 'replace', 'replace', 'drop', 'add', 'wrap', 'whole'];
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 3, arbitrary: mutationOf('value', valueMutations) },
  { weight: 2, arbitrary: mutationOf('text', Object.keys(textMutations)) },
);

function mutationOf(at: Mutation['at'], names: string[]): fc.Arbitrary<Mutation> {
  return fc.record({
    at: fc.constant(at),
    name: fc.constantFrom(...names),
    place: fc.nat(1_000),
    value: nasty,
  });
}

type Holder = Record<string, unknown>;
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** Every place of a draft that holds a value, as the holder and its key. */
function placesOf(holder: Holder, depth = 4): [Holder, string][] {
  return Object.keys(holder).flatMap((key) => {
    const inner = holder[key];
    return [
      [holder, key] as [Holder, string],
      ...(isHolder(inner) && depth > 0 ? placesOf(inner, depth - 1) : []),
    ];
  });
}

const placesOfDraft = ({ path, query, header, body }: Draft): [Holder, string][] =>
  [path, query, header, isHolder(body) ? body : {}].flatMap((part) => placesOf(part));
const countPlaces = (draft: Draft): number => placesOfDraft(draft).length;

function change(given: Draft, { name, place, value }: Mutation): Draft {
  const draft = structuredClone(given);
  const places = placesOfDraft(draft);
  const [holder, key] = places[place % Math.max(1, places.length)] ?? [{}, ''];
  if (name === 'whole') draft.body = value;
  else if (name === 'drop' && holder !== draft.path) delete holder[key];
  else if (name === 'add')
    holder[pick(['sconosciuto', 'isCeo', 'toString', 'hasOwnProperty', 'id'], place)] = value;
  else if (name === 'rename' && holder !== draft.path && !Array.isArray(holder)) {
    holder[asText(value)] = holder[key];
    delete holder[key];
  } else if (name === 'wrap') holder[key] = place % 2 === 0 ? [holder[key]] : { value: holder[key] };
  else if (key !== 'host' && key !== 'port') holder[key] = value;
  return draft;
}

/** As text of an address or a header: what is no text is its JSON. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
/** Half characters as the bytes they would have. */
const escape = (value: unknown): string => {
  const text = asText(value);
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`;
};

function write(operation: Operation, draft: Draft, changes: Mutation[]): RawCall {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escape(draft.path[name]));
  const query = Object.entries(draft.query).map(([name, value]) => `${escape(name)}=${escape(value)}`);
  // no header can hold more than a line of Latin letters
  const headers = Object.entries(draft.header).map(([name, value]) => [
    name,
    asText(value).replaceAll(/[^\u0020-\u007e]/g, '?'),
  ]);
  const hasBody = draft.body !== undefined;
  const call: RawCall = {
    method: operation.method,
    url: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...Object.fromEntries(headers) },
    ...(hasBody && { payload: JSON.stringify(draft.body) }),
    mutations: changes.map(({ name }) => name),
  };
  return changes
    .filter(({ at }) => at === 'text')
    .reduce((written, { name, place }) => textMutations[name]?.(written, place) ?? written, call);
}
