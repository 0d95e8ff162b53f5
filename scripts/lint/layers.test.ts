import { describe, expect, test } from 'vitest';
import { refusedPath } from './files.ts';
import { refusedGlobal, refusedMember } from './globals.ts';
import { placeOf, refusedImport } from './layers.ts';

type Case = [from: string, specifier: string];

const runtimePackages = new Set(['@fastify/static', 'fastify', 'pg', 'zod', 'temporal-polyfill']);

const allowed: Case[] = [
  ['src/domain/shifts/rules.ts', 'zod'],
  ['src/domain/shifts/rules.ts', 'temporal-polyfill'],
  ['src/domain/shifts/rules.ts', './schema.ts'],
  ['src/domain/shifts/rules.ts', '../calendar/day.ts'],
  ['src/domain/text.ts', './calendar/day.ts'],
  ['src/server/platform/database/pool.ts', 'pg'],
  ['src/server/platform/database/pool.ts', 'node:fs'],
  ['src/server/platform/database/pool.ts', '../settings.ts'],
  ['src/server/platform/database/pool.ts', '../../../domain/errors/refusal.ts'],
  ['src/server/shifts/routes.ts', 'fastify'],
  ['src/server/app.ts', '@fastify/static'],
  ['src/server/app.ts', 'pg/lib/utils.js'],
  ['src/server/shifts/routes.ts', './commands.ts'],
  ['src/server/shifts/routes.ts', './import/parse.ts'],
  ['src/server/shifts/routes.ts', '../platform/session.ts'],
  ['src/server/shifts/routes.ts', '../../domain/shifts/schema.ts'],
  ['src/server/shifts/commands.ts', '../exchanges/commands.ts'],
  ['src/server/shifts/commands.ts', '../exchanges/queries.ts'],
  ['src/server/shifts/commands.ts', '../exchanges/queries.open.ts'],
  ['src/server/shifts/commands.ts', '../exchanges/swap/commands.cancel.ts'],
  ['src/server/app.ts', './shifts/routes.ts'],
  ['src/server/app.ts', './platform/settings.ts'],
  ['src/server/main.ts', './app.ts'],
  ['src/server/main.ts', '../../db/seed.ts'],
  ['src/client/shifts/CalendarPage.tsx', 'react'],
  ['src/client/shifts/CalendarPage.tsx', '../ui/Button.tsx'],
  ['src/client/shifts/CalendarPage.tsx', '../http/request.ts'],
  ['src/client/shifts/CalendarPage.tsx', '../exchanges/ExchangeCard.tsx'],
  ['src/client/shifts/CalendarPage.tsx', './calendar.css'],
  ['src/client/shifts/CalendarPage.tsx', '../../domain/shifts/rules.ts'],
  ['src/client/app/router.tsx', '../shifts/CalendarPage.tsx'],
  ['src/client/app/router.tsx', '../ui/Button.tsx'],
  ['src/client/main.tsx', './app/router.tsx'],
  ['src/client/ui/Button.tsx', 'react-aria-components'],
  ['src/client/ui/Button.tsx', './Icon.tsx'],
  ['src/client/ui/Logo.tsx', './logo.svg?url'],
  ['src/client/http/request.ts', '@tanstack/react-query'],
  ['src/client/http/request.ts', '../../domain/errors/refusal.ts'],
  ['db/seed.ts', '../src/server/shifts/commands.ts'],
  ['db/seed.ts', '../src/domain/shifts/rules.ts'],
  ['tools/replay/main.ts', './roster.ts'],
  ['tools/replay/main.ts', '../../src/domain/shifts/schema.ts'],
  ['tools/torture/run.ts', '../bench/confirm.ts'],
  ['tools/confirm.ts', '../src/server/app.ts'],
  ['tools/confirm.ts', '../scripts/buildClient.ts'],
  ['tests/e2e/swap.test.ts', '../support/browser.ts'],
  ['tests/e2e/swap.test.ts', '../../src/server/app.ts'],
  ['tests/support/browser.ts', '../../tools/chromium.ts'],
  ['tests/support/builders.ts', '../../src/server/shifts/commands.ts'],
  ['src/server/shifts/routes.test.ts', '../../../tests/support/server.ts'],
  ['src/server/shifts/routes.test.ts', '../app.ts'],
  ['src/server/shifts/routes.test.ts', '../../../tools/product.ts'],
  ['src/server/shifts/routes.test.ts', 'vitest'],
  ['src/domain/shifts/rules.test.ts', 'fast-check'],
  ['src/domain/shifts/rules.test.ts', 'node:fs'],
  ['src/domain/shifts/rules.test.ts', '../../../tests/support/builders.ts'],
  ['src/client/shifts/calendar.test.tsx', '../../../tests/support/builders.ts'],
  ['vitest.config.ts', './tests/support/reporter.ts'],
];

const refused: Case[] = [
  // The domain is pure.
  ['src/domain/shifts/rules.ts', 'node:fs'],
  ['src/domain/shifts/rules.ts', 'fs'],
  ['src/domain/shifts/rules.ts', 'react'],
  ['src/domain/shifts/rules.ts', 'pg'],
  ['src/domain/shifts/rules.ts', 'temporal-polyfill/global'],
  ['src/domain/shifts/rules.ts', '../../server/shifts/queries.ts'],
  ['src/domain/shifts/rules.ts', '../../client/ui/Button.tsx'],
  ['src/domain/text.ts', '../server/app.ts'],
  // The platform knows no feature.
  ['src/server/platform/session.ts', '../auth/queries.ts'],
  ['src/server/platform/session.ts', '../app.ts'],
  ['src/server/platform/session.ts', '../../../db/seed.ts'],
  // A feature shows only its queries and commands, and a folder made tomorrow is protected too.
  ['src/server/shifts/commands.ts', '../exchanges/routes.ts'],
  ['src/server/shifts/commands.ts', '../exchanges/lock.ts'],
  ['src/server/shifts/commands.ts', '../exchanges/queriesOfMine.ts'],
  ['src/server/shifts/commands.ts', '../exchanges/sql/rows.ts'],
  ['src/server/brandnew/commands.ts', '../shifts/routes.ts'],
  ['src/server/shifts/commands.ts', '../app.ts'],
  ['src/server/shifts/commands.ts', '../../../db/seed.ts'],
  ['src/server/shifts/routes.test.ts', '../exchanges/lock.ts'],
  // The server runs on `dependencies` alone.
  ['src/server/shifts/routes.ts', 'react'],
  ['src/server/platform/mail.ts', '@fastify/other/deep.js'],
  ['db/seed.ts', 'fast-check'],
  // Client and server never meet.
  ['src/server/shifts/routes.ts', '../../client/http/request.ts'],
  ['src/server/app.ts', '../client/app/router.tsx'],
  ['src/client/shifts/api.ts', '../../server/shifts/routes.ts'],
  ['src/client/app/router.tsx', '../../server/app.ts'],
  ['src/client/shifts/api.ts', 'node:fs'],
  ['src/client/app/router.tsx', 'path'],
  ['src/client/ui/Button.tsx', 'node:fs'],
  // Inside the client.
  ['src/client/shifts/CalendarPage.tsx', '../app/router.tsx'],
  ['src/client/shifts/CalendarPage.tsx', '../main.tsx'],
  ['src/client/ui/Button.tsx', '../../domain/shifts/schema.ts'],
  ['src/client/ui/Button.tsx', '../shifts/ShiftBadge.tsx'],
  ['src/client/ui/Button.tsx', '../http/request.ts'],
  ['src/client/ui/Button.tsx', '../app/router.tsx'],
  ['src/client/http/request.ts', '../ui/Button.tsx'],
  ['src/client/http/request.ts', '../auth/api.ts'],
  // Nothing in src leans on what stands around it.
  ['src/server/app.ts', '../../tests/support/server.ts'],
  ['src/server/app.ts', '../../tools/confirm.ts'],
  ['src/server/app.ts', '../../scripts/buildClient.ts'],
  ['src/server/app.ts', '../../package.json'],
  ['src/client/app/router.tsx', '../../../tools/chromium.ts'],
  ['src/domain/shifts/rules.ts', '../../../db/seed.ts'],
  ['db/seed.ts', '../tests/support/builders.ts'],
  ['db/seed.ts', '../src/client/shifts/api.ts'],
  ['tools/replay/main.ts', '../../tests/support/server.ts'],
  ['tools/confirm.ts', '../tests/support/server.ts'],
  ['scripts/buildClient.ts', '../tools/confirm.ts'],
  ['tests/support/builders.ts', '../e2e/journey.ts'],
  ['tests/e2e/swap.test.ts', './other.test.ts'],
  ['src/domain/shifts/rules.test.ts', '../../server/shifts/queries.ts'],
  ['src/domain/shifts/rules.test.ts', '../../../tests/e2e/journey.ts'],
  // Ways around.
  ['src/domain/shifts/rules.ts', '/src/server/app.ts'],
  ['src/client/shifts/api.ts', '/src/server/app.ts'],
  ['src/client/shifts/api.ts', '#server'],
  ['src/client/shifts/api.ts', 'https://example.com/x.js'],
  ['src/client/shifts/api.ts', '../../server/shifts/routes.ts?raw'],
  ['src/client/shifts/api.ts', './../../server/../server/app.ts'],
  ['src/server/app.ts', '../../node_modules/pg/lib/index.js'],
  ['src/server/app.ts', '../../../elsewhere/file.ts'],
  ['src/stray.ts', './domain/text.ts'],
];

describe('imports', () => {
  test.each(allowed)('%s may import %s', (from, specifier) => {
    expect(refusedImport(from, specifier, runtimePackages)).toBeNull();
  });

  test.each(refused)('%s may not import %s', (from, specifier) => {
    expect(refusedImport(from, specifier, runtimePackages)).toEqual(expect.any(String));
  });
});

describe('globals', () => {
  const cases: [path: string, name: string, refused: boolean][] = [
    ['src/domain/shifts/rules.ts', 'Date', true],
    ['src/domain/shifts/rules.ts', 'process', true],
    ['src/domain/shifts/rules.ts', 'fetch', true],
    ['src/domain/shifts/rules.ts', 'window', true],
    ['src/domain/shifts/rules.ts', 'console', true],
    ['src/domain/shifts/rules.ts', 'crypto', true],
    ['src/domain/shifts/rules.ts', 'globalThis', true],
    ['src/domain/shifts/rules.ts', 'Map', false],
    ['src/domain/shifts/rules.ts', 'Intl', false],
    ['src/domain/shifts/rules.test.ts', 'Date', false],
    ['src/server/exchanges/routes.ts', 'confirm', true],
    ['src/server/platform/session.ts', 'window', true],
    ['src/server/app.ts', 'location', true],
    ['src/server/app.ts', 'process', false],
    ['src/client/auth/LoginPage.tsx', 'process', true],
    ['src/client/auth/LoginPage.tsx', 'name', true],
    ['src/client/auth/LoginPage.tsx', 'window', false],
  ];

  test.each(cases)('globals in %s, %s: refused is %s', (path, name, isRefused) => {
    expect(refusedGlobal(placeOf(path), name) !== null).toBe(isRefused);
  });

  test('the clock and chance are parameters in the domain, and only there', () => {
    const domain = placeOf('src/domain/shifts/rules.ts');
    expect(refusedMember(domain, 'Temporal', 'Now')).toContain('parameter');
    expect(refusedMember(domain, 'Math', 'random')).toContain('parameter');
    expect(refusedMember(domain, 'Temporal', 'PlainDate')).toBeNull();
    expect(refusedMember(placeOf('src/server/platform/clock.ts'), 'Temporal', 'Now')).toBeNull();
  });
});

describe('names of files', () => {
  test.each([
    'src/domain/shifts/utils.ts',
    'src/domain/utils/days.ts',
    'src/domain/shifts/dateUtils.ts',
    'src/client/ui/form-helpers.tsx',
    'src/server/platform/helpers.ts',
    'src/server/platform/misc.test.ts',
    'src/domain/common/day.ts',
    'src/client/ui/index.ts',
    'tests/support/index.ts',
    'src/stray.ts',
    'src/shared/day.ts',
  ])('%s is refused', (path) => {
    expect(refusedPath(path)).toEqual(expect.any(String));
  });

  test.each([
    'src/domain/shifts/rules.ts',
    'src/domain/errors/messages.it.ts',
    'src/client/shifts/indexOfDay.ts',
    'src/domain/calendar/uncommon.ts',
    'db/seed.ts',
    'vitest.config.ts',
  ])('%s is fine', (path) => {
    expect(refusedPath(path)).toBeNull();
  });
});
