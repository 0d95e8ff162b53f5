import { posix } from 'node:path';
import { placeOf } from './layers.ts';

const drawer = /(^|[-_])(utils?|helpers?|misc|common)$|[a-z0-9](Utils?|Helpers?|Misc|Common)$/;

/**
 * Why a file may not stand where it stands under its name; null when it may. A drawer such as `utils` or
 * `dateHelpers` collects whatever has no better place, and an `index` hides where things are.
 *
 * @param path relative to the project root, with forward slashes
 */
export function refusedPath(path: string): string | null {
  if (placeOf(path).layer === 'nowhere' && path.startsWith('src/')) {
    return 'src holds only src/domain, src/server and src/client: this file has no place';
  }
  const names = path.split('/');
  const base = posix.basename(path).split('.');
  const found = [...names.slice(0, -1), ...base].find((name) => drawer.test(name));
  if (found !== undefined) return `'${found}' names a drawer: name it by its subject`;
  return base[0] === 'index' ? 'no barrels: import the file that has the thing' : null;
}
