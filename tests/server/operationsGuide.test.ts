import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Call, pathOf } from '../../src/domain/call.ts';
import { contract } from '../../src/domain/contract.ts';
import { settingNames } from '../../src/server/platform/environment.ts';
import { createMetrics } from '../../src/server/platform/metrics/metrics.ts';
import { addStateGauges } from '../../src/server/platform/metrics/state.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { startTestServer } from '../support/server.ts';

// docs/operations.md and deploy/ are for people who cannot read the code: whatever they name must exist.
const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const guide = read('docs/operations.md');
const deployed = readdirSync(join(root, 'deploy'));

const rows = [...guide.matchAll(/^\| `([A-Z_]+)` \| (.+?) \| (.+) \|$/gm)].map(
  ([, name = '', given = '']) => ({ name, given }),
);

describe('the table of settings', () => {
  test('has every setting exactly once, and no others', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(settingNames.toSorted());
  });

  test.each(rows.filter(({ given }) => /^`[^`]+`$/.test(given) && !given.includes('localhost')))(
    '$name is $given when it is unset',
    ({ name, given }) => {
      expect(readSettings({ [name]: given.slice(1, -1) })).toEqual(readSettings({}));
    },
  );

  test('the example file is a valid configuration', () => {
    const set = [...read('deploy/turnario.env.example').matchAll(/^#?([A-Z_]+)='(.*)'$/gm)];
    const environment = Object.fromEntries(set.map(([, name = '', value = '']) => [name, value]));
    expect(Object.keys(environment).length).toBeGreaterThan(8);
    expect(settingNames).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(() => readSettings({ ...environment, APP_SECRET: 'x'.repeat(48) })).not.toThrow();
  });
});

describe('the guide names', () => {
  test('every file of deploy/, and no others', () => {
    const named = [...guide.matchAll(/deploy\/([\w@.{},-]*\w)/g)].flatMap(([, name = '']) => {
      const [, start, ends] = /^(.*)\{(.*)$/.exec(name) ?? [];
      return ends === undefined ? [name] : ends.split(',').map((end) => `${start}${end}`);
    });
    expect([...new Set(named)].toSorted()).toEqual(deployed.toSorted());
  });

  test('npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...guide.matchAll(/npm\s+run\s+([\w:]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });

  test('services that run existing files', () => {
    for (const unit of deployed.filter((name) => name.endsWith('.service'))) {
      const [, path = ''] = /^ExecStart=\S+\/node (?:--\S+ )*(\S+)$/m.exec(read(`deploy/${unit}`)) ?? [];
      expect(() => read(path)).not.toThrow();
    }
  });
});

test('a service starts what npm start does', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const unit of ['turnario.service', 'turnario@.service']) {
    const [, command] = /^ExecStart=\S+\/(node .+)$/m.exec(read(`deploy/${unit}`)) ?? [];
    expect(`exec ${command}`).toBe(scripts['start']);
  }
});

describe('metrics', async () => {
  const server = await startTestServer();
  afterAll(() => server.close());
  const metrics = createMetrics();
  addStateGauges({ ...server.context, metrics });
  const known = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  const named = (text: string): string[] =>
    [...text.matchAll(/turnario_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));

  test('the guide names all metrics, and alerts use only existing ones', () => {
    // the guide abbreviates names that differ only in their ending
    const short = [...guide.matchAll(/`…(_[a-z_]+)/g)].map(([, end]) => end);
    for (const name of known) {
      const isNamed = named(guide).includes(name) || short.some((end) => name.endsWith(end!));
      expect(isNamed, name).toBe(true);
    }
    const asked = named(read('deploy/prometheus-alerts.yml'));
    expect(asked.length).toBeGreaterThan(5);
    for (const name of asked) expect(known).toContain(name);
  });
});

describe('the server’s body limits are not above the proxies’', async () => {
  const server = await startTestServer();
  afterAll(() => server.close());
  const ceo = await server.signInCeo();
  const nginx = read('deploy/nginx.conf');
  const caddy = read('deploy/Caddyfile');
  const bytes = (text: string, limit: RegExp): number => {
    const [, number = '', unit = ''] = limit.exec(text) ?? [];
    return Number(number) * (unit.toLowerCase().startsWith('k') ? 1024 : 1024 ** 2);
  };
  const [, pattern = '', large = ''] = /location ~ (\S+) \{([^}]+)\}/.exec(nginx) ?? [];
  const matchers = /@large path (.+)/.exec(caddy)?.[1]?.split(' ') ?? [];
  const limits = {
    nginx: (path: string): number =>
      bytes(new RegExp(pattern).test(path) ? large : nginx, /client_max_body_size (\d+)([km]);/),
    Caddy: (path: string): number => {
      const isLarge = matchers.some((one) =>
        one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one,
      );
      return bytes(caddy, isLarge ? /@large \{\s+max_size (\d+)(\w)iB/ : /@small \{\s+max_size (\d+)(\w)iB/);
    },
  };
  const calls = Object.keys(contract).filter((call) => 'body' in contract[call as Call]);

  test.each(Object.entries(limits))('%s', async (_, limitOf) => {
    const taken: string[] = [];
    for (const call of calls) {
      const text = 'x'.repeat(limitOf(pathOf(call)));
      const { status } = await ceo.callUntyped(call, { params: { id: ceo.id }, body: { text } });
      if (status !== 413) taken.push(`${call}: ${status}`);
    }
    expect(taken).toEqual([]);
  });
});

test('nginx logs no query strings: password links carry their token there', () => {
  const nginx = read('deploy/nginx.conf');
  const format = /log_format turnario ((?:\s*'[^']*')+);/.exec(nginx)?.[1] ?? '';
  expect(format).toContain('$uri');
  expect(format).not.toMatch(/\$(request_uri|request|args|query_string|http_referer|http_cookie)\b/);
  expect(nginx).toMatch(/access_log \S+ turnario;/);
});
