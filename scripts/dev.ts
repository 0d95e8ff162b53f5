import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from './commandLine.ts';

readCommandLine(`npm run dev

Starts the server, restarted on every change, and Vite's development server, which proxies /api to it
(vite.config.ts). Open http://localhost:5173.`);

const root = join(import.meta.dirname, '..');
const address = 'http://localhost:5173';
const vite = join(root, 'node_modules/vite/bin/vite.js');
const commands = [
  ['--watch', join(root, 'src/server/main.ts')],
  [vite, '--port', '5173', '--strictPort'],
];

const children = commands.map((args) =>
  spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { PUBLIC_URL: address, ...process.env },
  }),
);

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) child.once('exit', stopAll);
process.once('SIGINT', stopAll).once('SIGTERM', stopAll);
