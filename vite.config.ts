import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * React Aria brings its texts in some thirty languages; the interface is Italian, so only those reach the browser.
 * English, which it falls back to, is answered in Italian too.
 */
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
 * Browsers bring Temporal themselves, or `main.tsx` fetches it before anything else begins: what asks for the library
 * gets the global, and 17 KB stay on the server.
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

/** The part of src/client/app/routes.ts that says where the code of a page lies. */
interface PageOfTable {
  path: string;
  aliases?: readonly string[];
  load: () => unknown;
  isLikely?: boolean;
}

/** The login page and the likely first screens, each with the modules that the main chunk fetches for it. */
async function firstScreens(): Promise<[string, string[]][]> {
  // read by Node when it is needed: bundled with this file, it would bring all the pages along
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

/** Writes into the page which chunks each of these screens needs beside the main one, and the font: `public/bootstrap.js` fetches them. */
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

/** Modules of the client by their path, from src/client on and without the ending. */
const clientModules = (...paths: string[]): RegExp =>
  new RegExp(`[\\\\/]src[\\\\/]client[\\\\/](${paths.join('|').replaceAll('/', '[\\\\/]')})\\.(tsx?|html)$`);

/**
 * What several pages share, in a few chunks: each file brings almost a kilobyte of headers with it, and compresses
 * the better the larger it is. A group takes along what its modules import, unless one before it has that already.
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
  // the main chunk names every chunk that a page needs: small ones cost more there than they hold
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
    // What pages add for their print is less than the headers of a file of its own.
    cssCodeSplit: false,
    // The content security policy lets nothing come from data: but images.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Schemas that a page only takes types from are dropped with their library.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: { groups: chunks },
        // The first script names all others, and hashes do not compress: seven characters tell versions of a file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:3000' },
  },
});
