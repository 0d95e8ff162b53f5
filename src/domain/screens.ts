/** Every path that is a screen; the server answers other page addresses with the same page and status 404. */
const screens: ReadonlySet<string> = new Set([
  '/',
  '/login',
  '/register',
  '/reimposta-password',
  '/password-dimenticata',
  '/terms-conditions',
  '/dashboard',
  '/calendar',
  '/shifts/new',
  '/exchanges',
  '/profile',
  '/email-config',
  '/operazioni',
  '/admin',
  '/ceo-admin',
]);

/** A completed swap's receipt, by the swap's id. */
const receipt = /^\/exchanges\/receipt\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const isScreen = (path: string): boolean => screens.has(path) || receipt.test(path);
