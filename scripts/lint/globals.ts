import type { Place } from './layers.ts';

/** Globals of the language itself that give the same answer every time: all that a rule of the domain needs. */
const pure = new Set(
  (
    'undefined NaN Infinity encodeURIComponent isNaN isFinite parseInt parseFloat Array BigInt Boolean Error Intl Iterator JSON Map ' +
    'Math Number Object RangeError RegExp Set String Symbol TypeError WeakMap WeakSet structuredClone'
  ).split(' '),
);

/**
 * Browser globals with everyday names. The type checker knows them everywhere, so a forgotten `name` or
 * `confirm` passes it and means the wrong thing when it runs.
 */
const confusing =
  'name event status length origin parent top closed open close stop print find focus blur scroll frames alert confirm prompt';
const browserOnly = new Set(
  `${confusing} self window document navigator location history localStorage sessionStorage indexedDB`.split(
    ' ',
  ),
);
const nodeOnly = new Set(
  `${confusing} process Buffer global require module __dirname __filename setImmediate`.split(' '),
);

/**
 * Why a file may not use a global; null when it may. Tests may use any.
 *
 * @param name of a variable that the file neither declares nor imports
 */
export function refusedGlobal(place: Place, name: string): string | null {
  if (place.isTest) return null;
  if (place.layer === 'domain' && !pure.has(name)) {
    return `src/domain is pure: '${name}' is not available, pass what it would give (the clock too) as a parameter`;
  }
  if ((place.layer.startsWith('server') || place.layer === 'platform') && browserOnly.has(name)) {
    return `'${name}' is a global of the browser, not of the server: an import or a declaration is missing`;
  }
  if (place.layer.startsWith('client') && nodeOnly.has(name)) {
    return `'${name}' is not what the client means: an import or a declaration is missing`;
  }
  return null;
}

const impureMembers = new Set(['Temporal.Now', 'Math.random']);

/** Why a file may not use a member such as `Temporal.Now`; null when it may. */
export function refusedMember(place: Place, object: string, property: string): string | null {
  const name = `${object}.${property}`;
  if (place.layer !== 'domain' || place.isTest || !impureMembers.has(name)) return null;
  return `src/domain is pure: pass what ${name} would give as a parameter`;
}
