export const screens = [
  '/',
  '/login',
  '/register',
  '/reimposta-password',
  '/password-dimenticata',
  '/disiscrizione',
  '/terms-conditions',
  '/dashboard',
  '/calendar',
  '/shifts/new',
  '/shifts/fill',
  '/tabellone',
  '/exchanges',
  '/exchanges/receipt/:id',
  '/profile',
  '/profile/notifiche',
  '/profile/password',
  '/profile/dispositivi',
  '/profile/calendario',
  '/profile/aspetto',
  '/profile/dati',
  '/email-config',
  '/rosters',
  '/rosters/load',
  '/operazioni',
  '/admin',
  '/ceo-admin',
  '/altro',
  '/altro/andamento',
  '/altro/registro',
] as const;

/** A path that is a screen; `:id` is the id of its subject. */
export type Screen = (typeof screens)[number];

const id = '[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}';
const anyScreen = new RegExp(`^(${screens.join('|').replace(':id', id)})$`);

/** Whether a path is a screen; the server serves other page addresses with the same page and status 404. */
export const isScreen = (path: string): boolean => anyScreen.test(path);
