// `npm start`: builds the client where it is missing or older than its sources, then becomes the server, in this
// same process, so that signals reach it. Plain JavaScript: an old Node must get as far as the message.
import './requireNode24.mjs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// TypeScript made plain and compiled is kept for the next start, which takes a third less work; where the folder cannot
// be written, everything is done anew.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/turnario/code', import.meta.url)));

const { buildClientIfStale } = await import('./buildClient.ts');
try {
  await buildClientIfStale();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import('../src/server/main.ts');
module.flushCompileCache();
