import { expect, test } from 'vitest';
import { refusedImport } from './layers.ts';

test.each([
  ['src/domain/rest/a.ts', '../../server/auth/b.ts', '../shifts/b.ts'],
  ['src/domain/rest/a.ts', 'fastify', 'zod'],
  ['src/server/a.ts', '../client/a.ts', '../../db/seed.ts'],
  ['src/server/platform/a.ts', '../auth/queries.ts', './b.ts'],
  ['src/server/platform/http/a.ts', '../../app.ts', '../../../domain/call.ts'],
  ['src/server/auth/a.ts', '../users/rows.ts', '../users/queries.ceo.ts'],
  ['src/server/auth/a.ts', '../app.ts', '../platform/log.ts'],
  ['src/server/mail/c/a.ts', '../../users/rows.ts', '../rows.ts'],
  ['src/client/shifts/a.tsx', '../app/shell.ts', '../exchanges/b.ts'],
  ['src/client/shifts/b/a.ts', '../../../server/app.ts', '../../../domain/call.ts'],
  ['src/client/app/a.ts', 'node:fs', '../shifts/a.ts'],
  ['src/client/ui/a.ts', '../shifts/a.ts', './b.ts'],
  ['src/client/http/a.ts', '../ui/a.ts', '../../domain/call.ts'],
  ['db/a.ts', '../tests/support/a.ts', '../src/server/app.ts'],
  ['tools/a.ts', '../src/client/app/a.ts', '../scripts/a.ts'],
  ['src/server/auth/a.test.ts', './b.test.ts', '../../../tests/support/a.ts'],
])('%s may not import %s, but may import %s', (path, not, but) => {
  expect(refusedImport(path, not)).not.toBeNull();
  expect(refusedImport(path, but)).toBeNull();
});
