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

export default defineConfig({
  root: 'src/client',
  plugins: [react(), tailwindcss(), italianTextsOnly()],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    // The content security policy lets nothing come from data: but images.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:3000' },
  },
});
