import type { Query, QueryClient } from '@tanstack/react-query';
import { keysOfList, type List } from './lists.ts';
import { type Hiding, hidings, shareVisible, wholes } from './unsent.ts';

/**
 * Takes something out of the lists that show it.
 *
 * @returns puts it back, for the answers that are there: `true`; or lets the next answers decide
 */
export function hideFrom(
  client: QueryClient,
  lists: readonly List[],
  hide: Hiding,
): (isBack: boolean) => void {
  hidings.add(hide);
  showAgain(client, lists);
  return (isBack) => {
    hidings.delete(hide);
    if (isBack) return showAgain(client, lists);
    for (const { state } of queriesOf(client, lists)) {
      const whole = isObject(state.data) && wholes.get(state.data);
      // what else is hidden in it can still be taken back
      if (whole) wholes.set(state.data as object, hide(whole) as object);
    }
  };
}

function queriesOf(client: QueryClient, lists: readonly List[]): Query[] {
  const keys = new Set(lists.flatMap((list) => keysOfList[list]));
  return client.getQueryCache().findAll({ predicate: ({ queryKey }) => keys.has(String(queryKey[0])) });
}

function showAgain(client: QueryClient, lists: readonly List[]): void {
  for (const query of queriesOf(client, lists)) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    if (data === undefined || shareVisible(data, data) === data) continue;
    client.setQueryData(query.queryKey, data, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
}

/**
 * Changes rows wherever they stand in an answer.
 *
 * @param change the row as it is to be shown, or null to leave it out of its list
 * @returns the very same answer where there is no such row
 */
export function changeRows<Row extends { id: string }>(
  answer: unknown,
  id: string,
  change: (row: Row) => Row | null,
): unknown {
  if (Array.isArray(answer)) {
    const rows = answer
      .map((row: unknown) => (isRow(row, id) ? change(row as Row) : changeRows(row, id, change)))
      .filter((row) => row !== null);
    const isSame = rows.length === answer.length && rows.every((row, at) => row === answer[at]);
    return isSame ? answer : rows;
  }
  if (!isObject(answer)) return answer;
  if (isRow(answer, id)) return change(answer as Row) ?? answer;
  const entries = Object.entries(answer);
  const changed = entries.map(([key, value]) => [key, changeRows(value, id, change)] as const);
  return changed.every(([, value], at) => value === entries[at]?.[1]) ? answer : Object.fromEntries(changed);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isRow = (value: unknown, id: string): boolean => isObject(value) && 'id' in value && value.id === id;
