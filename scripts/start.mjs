// `npm start`: builds the client where it is missing or older than its sources, then becomes the server, in this
// same process, so that signals reach it. Plain JavaScript: an old Node must get as far as the message.
import './requireNode24.mjs';

const { buildClientIfStale } = await import('./buildClient.ts');
try {
  await buildClientIfStale();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import('../src/server/main.ts');
