import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';

/** Runs a program to its end; rejects with what it wrote when it fails. */
export function runProgram(program: string, args: readonly string[], cwd = '/'): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { cwd }, (error, stdout, stderr) => {
      if (error)
        reject(new Error(`${program} ${args.join(' ')}: ${stderr || error.message}`, { cause: error }));
      else resolve(stdout);
    });
  });
}

/** A port of 127.0.0.1 that nobody uses now. */
export async function findFreePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

export const isRoot = (): boolean => process.getuid?.() === 0;
