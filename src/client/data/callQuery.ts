import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import type { AnswerOf, Call, InputOf, Rest } from '../../domain/call.ts';
import { call } from '../http/request.ts';

/** Loosely typed: `callQuery` and the others check the input. */
const ask = call as <C extends Call>(name: C, given: object) => Promise<AnswerOf<C>>;

export const callQuery = <C extends Call, Key extends QueryKey>(
  queryKey: Key,
  name: C,
  ...[input]: Rest<InputOf<C>>
) => queryOptions({ queryKey, queryFn: ({ signal }) => ask(name, { ...input, signal }) });

/** Like `callQuery`, for data without change events: refetched whenever a screen opens. */
export const freshQuery = <C extends Call, Key extends QueryKey>(
  ...given: Parameters<typeof callQuery<C, Key>>
) => ({ ...callQuery<C, Key>(...given), staleTime: 0 });

type Paged = { [C in Call]: AnswerOf<C> extends { nextCursor: string | null } ? C : never }[Call];

export const pagedQuery = <C extends Paged, Key extends QueryKey>(
  queryKey: Key,
  name: C,
  query: object & InputOf<C>['query'],
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => ask(name, { query: { ...query, cursor }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

/** Like `pagedQuery`, for data without change events. */
export const freshPagedQuery = <C extends Paged, Key extends QueryKey>(
  ...given: Parameters<typeof pagedQuery<C, Key>>
) => ({ ...pagedQuery(...given), staleTime: 0 });
