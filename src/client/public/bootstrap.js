// Runs before the first paint and before the modules have arrived, as a file of its own: the content security policy
// allows no inline script.
{
  // zod builds faster parsers by evaluating text, which the policy forbids: say so before its first schema.
  globalThis.__zod_globalConfig = { jitless: true };

  let theme = null;
  try {
    theme = localStorage.getItem('turnario.theme');
  } catch {
    // no storage: the system's theme
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const isDark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.querySelector('meta[name=theme-color]').content = isDark ? '#161513' : '#f4f1e9';

  // Who is asking is asked at once; src/client/auth/session.ts takes the answer.
  globalThis.preloadedSession = fetch('/api/auth/user', { headers: { accept: 'application/json' } });
  // session.ts handles a failure; a page that ends before reports none
  globalThis.preloadedSession.catch(() => null);

  // What the first screen needs comes beside the main chunk, not after it (vite.config.ts writes the list).
  const needed = JSON.parse(document.querySelector('meta[name=pages]')?.content ?? '{}');
  let isSignedIn = false;
  try {
    isSignedIn = localStorage.getItem('turnario.signedIn') !== null;
  } catch {
    // no storage: the login page, most likely
  }
  // A page whose font comes after its first drawing is laid out twice. Over a slow line the code is needed first.
  if (navigator.serviceWorker?.controller) {
    for (const href of needed.fonts ?? []) {
      const attributes = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href };
      document.head.append(Object.assign(document.createElement('link'), attributes));
    }
  }
  for (const href of (isSignedIn ? needed[location.pathname] : needed['/login']) ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
