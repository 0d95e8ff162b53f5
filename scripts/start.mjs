// `npm start`: builds the client where it is missing or older than its sources, then becomes the server, in this
// same process, so that signals reach it. Plain JavaScript: an old Node must get as far as the message.
import './requireNode24.mjs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

performance.mark('turnario Node avviato');

if (process.argv.includes('--help')) {
  const { answerHelp } = await import('./commandLine.ts');
  answerHelp(`npm start [-- --timings]

Prepara l’interfaccia dove manca o è vecchia, poi avvia il server. Le impostazioni sono variabili d’ambiente:
docs/operations.md.

  --timings  dice dove va il tempo dell’avvio`);
}

// TypeScript made plain and compiled is kept for the next start, which takes a third less work and much less memory;
// where the folder cannot be written, everything is done anew.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../node_modules/.cache/turnario/code', import.meta.url),
);
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);

const { buildClientIfStale } = await import('./buildClient.ts');
try {
  await buildClientIfStale();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
performance.mark('turnario interfaccia pronta');
await import('../src/server/main.ts');
module.flushCompileCache();
