// Runs before the first paint, as a file of its own: the content security policy allows no inline script.
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
}
