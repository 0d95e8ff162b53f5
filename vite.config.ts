import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Drops React Aria's texts in about thirty languages, except Italian; English, its fallback, is replaced by Italian. */
function italianTextsOnly(): Plugin {
  const texts = /[\\/]react-(aria|aria-components|stately)[\\/].*[\\/]intl[\\/].*?([a-z]{2}-[A-Z]{2})\.m?js$/;
  return {
    name: 'italian-texts-only',
    load: {
      filter: { id: texts },
      handler(id) {
        const locale = texts.exec(id)?.[2];
        if (locale === 'it-IT') return null;
        if (locale !== 'en-US') return 'export default {};';
        return `export { default } from ${JSON.stringify(id.replace('en-US', 'it-IT'))};`;
      },
    },
  };
}

/**
 * Replaces imports of the Temporal polyfill by the global, which the browser has or `main.tsx` loads first: this keeps
 * 17 KB out of the bundle.
 */
function temporalOfTheBrowser(): Plugin {
  const statement = /^import \{ Temporal \} from 'temporal-polyfill';$/m;
  return {
    name: 'temporal-of-the-browser',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx?$/, code: /from 'temporal-polyfill'/ },
      handler(code) {
        if (!statement.test(code))
          this.error('Temporal is imported as `{ Temporal }`, alone and on one line.');
        return { code: code.replace(statement, ''), map: null };
      },
    },
  };
}

/** The part of src/client/app/routes.ts that locates a page's code. */
interface PageOfTable {
  path: string;
  aliases?: readonly string[];
  load: () => unknown;
  isLikely?: boolean;
}

/** The login page and the likely first screens, with the modules that the main chunk loads for them. */
async function firstScreens(): Promise<[string, string[]][]> {
  // imported at run time: bundled with this file, it would include all pages
  const table = new URL('src/client/app/routes.ts', import.meta.url).href;
  const { routes } = (await import(table)) as { routes: readonly PageOfTable[] };
  return routes
    .filter(({ path, isLikely }) => isLikely || path === '/login')
    .flatMap(({ path, aliases = [], load, isLikely }) => {
      const page = /import\(['"]\.\.\/(.+)\.tsx['"]\)/.exec(String(load))?.[1];
      if (page === undefined) throw new Error(`routes.ts: no page is imported for ${path}`);
      const modules = isLikely ? ['app/SignedInRoutes', page] : [page];
      return [path, ...aliases].map((one): [string, string[]] => [one, modules]);
    });
}

/** Writes into the page the font and the chunks that each of these screens needs: `public/bootstrap.js` fetches them. */
function chunksOfScreens(): Plugin {
  return {
    name: 'chunks-of-screens',
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { bundle = {} }) {
        const built = Object.values(bundle).filter((file) => file.type === 'chunk');
        const withImports = (fileName: string, known: string[]): string[] => {
          const chunk = built.find((one) => one.fileName === fileName);
          if (!chunk || chunk.isEntry || known.includes(fileName)) return known;
          return chunk.imports.reduce((all, name) => withImports(name, all), [...known, fileName]);
        };
        const chunksOf = (modules: string[]): string[] =>
          built
            .filter(({ moduleIds }) => moduleIds.some((id) => clientModules(...modules).test(id)))
            .reduce<string[]>((all, { fileName }) => withImports(fileName, all), [])
            .map((fileName) => `/${fileName}`);
        const needed = (await firstScreens()).map(([screen, modules]) => [screen, chunksOf(modules)]);
        const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
        needed.push(['fonts', fonts.map((name) => `/${name}`)]);
        const content = JSON.stringify(Object.fromEntries(needed));
        return [{ tag: 'meta', attrs: { name: 'pages', content }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** Matches client modules by their paths below src/client, without extension. */
const clientModules = (...paths: string[]): RegExp =>
  new RegExp(`[\\\\/]src[\\\\/]client[\\\\/](${paths.join('|').replaceAll('/', '[\\\\/]')})\\.(tsx?|html)$`);

/**
 * Groups modules shared by several pages into a few chunks: each file costs almost a kilobyte of headers, and larger ones
 * compress better. A group includes what its modules import, unless an earlier group has it.
 */
const chunks = [
  {
    name: 'main',
    test: (id: string) =>
      /rolldown[\\/]runtime|lucide-react[\\/].*[\\/]arrow-left-right\./.test(id) ||
      clientModules(
        'index',
        'main',
        'auth/(api|RefusalDialog)',
        'ui/(Button|Checkbox|LetterBadge|Logo|Notice|PasswordField|TextField)',
      ).test(id),
  },
  { name: 'forms', test: /[\\/]node_modules[\\/]react-hook-form[\\/]/ },
  {
    name: 'schemas',
    test: (id: string) =>
      /[\\/]node_modules[\\/](zod|@hookform)[\\/]/.test(id) || clientModules('data/useZodForm').test(id),
  },
  { name: 'entrance', test: clientModules('auth/LoginPage') },
  {
    name: 'shell',
    test: clientModules(
      'app/SignedInRoutes',
      'data/QueryStatus',
      'ui/(Badge|Card|EmptyState|IconButton|LinkButton|PageHeader|Skeleton|deferredRowRendering|useAddress)',
    ),
  },
  { name: 'dialogs', test: clientModules('ui/ConfirmDialog') },
  {
    name: 'calendar',
    test: (id: string) =>
      /lucide-react[\\/].*[\\/]tree-palm\./.test(id) || clientModules('home/CalendarPage').test(id),
  },
  { name: 'lists', test: clientModules('ui/(Select|Tabs)') },
  { name: 'texts', test: /[\\/]src[\\/]domain[\\/]errors[\\/]/ },
  {
    name: 'entries',
    test: clientModules('shifts/dialog/(EditShift|DuplicateShift)'),
  },
  { name: 'exchanges', test: clientModules('exchanges/page/(CompletedSwaps|RequestList)') },
  // the main chunk lists every chunk that a page needs: small ones cost more there than they contain
  {
    name: 'account',
    test: (id: string) =>
      /[\\/]src[\\/]domain[\\/](auth[\\/]|mail[\\/]news\.)/.test(id) ||
      clientModules('auth/(PasswordChecklist|NameFields)').test(id),
  },
  {
    name: 'codes',
    test: (id: string) =>
      /[\\/]src[\\/]domain[\\/]rosters[\\/]texts\.it\./.test(id) ||
      clientModules('operations/api', 'worksites/api').test(id),
  },
  { name: 'filling', test: clientModules('shifts/fill/(DutyChips|batch)', 'ui/Switch') },
  {
    name: 'pushes',
    test: (id: string) =>
      /lucide-react[\\/].*[\\/](bell-ring|calendar-check|key-round)\./.test(id) ||
      clientModules('push/(api|AskForPushes)').test(id),
  },
].map((group, index, { length }) => ({ ...group, priority: length - index }));

export default defineConfig({
  root: 'src/client',
  plugins: [react(), tailwindcss(), italianTextsOnly(), temporalOfTheBrowser(), chunksOfScreens()],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // pages' print styles are smaller than the headers of a separate file
    cssCodeSplit: false,
    // the content security policy allows data: only for images
    assetsInlineLimit: 0,
    rolldownOptions: {
      // drops schemas of which a page only uses the types
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: { groups: chunks },
        // the first script lists all others, and hashes do not compress: seven characters are enough
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:3000' },
  },
});
