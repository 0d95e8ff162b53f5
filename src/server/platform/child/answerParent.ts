/** For a child whose server is gone; its processor time the kernel bounds. */
const longestLifeMs = 30_000;
const headerBytes = 5;

/** Refuses what a child was given, by a code that its server knows. */
export class TaskRefusal extends Error {
  override name = 'TaskRefusal';
}

/** What the program of a child does, which `ChildQueue.run` starts. @param task may throw a `TaskRefusal` */
export async function answerParent(
  task: (bytes: Buffer) => string | Uint8Array | Promise<string | Uint8Array>,
): Promise<void> {
  setTimeout(() => process.exit(1), longestLifeMs);
  let output: Buffer;
  try {
    output = framed('A', await task(Buffer.concat(await process.stdin.toArray())));
  } catch (error) {
    if (!(error instanceof TaskRefusal)) throw error;
    output = framed('R', error.message);
  }
  process.stdout.end(output, () => process.exit(0));
}

/** Kind and length go ahead: nothing else that gets into the pipe is taken for an answer. */
function framed(kind: 'A' | 'R', content: string | Uint8Array): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(headerBytes, kind);
  header.writeUInt32LE(body.length, 1);
  return Buffer.concat([header, body]);
}

/** @returns null if a child has not answered, or with more than an answer */
export function unframed(output: Buffer): { answer: Buffer } | { refused: string } | null {
  const body = output.subarray(headerBytes);
  if (output.length < headerBytes || output.readUInt32LE(1) !== body.length) return null;
  const kind = output.toString('latin1', 0, 1);
  if (kind === 'A') return { answer: body };
  return kind === 'R' ? { refused: body.toString() } : null;
}
