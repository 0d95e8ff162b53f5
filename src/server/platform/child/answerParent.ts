/** Ends a child whose server is gone; the kernel limits its processor time. */
const longestLifeMs = 30_000;
const headerBytes = 5;

/** Refuses a child's input, with a code that the server knows. */
export class TaskRefusal extends Error {
  override name = 'TaskRefusal';
}

/** The main function of a child program started by `ChildQueue.run`. @param task may throw a `TaskRefusal` */
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

/** Prefixes kind and length, so that stray output is not taken for an answer. */
function framed(kind: 'A' | 'R', content: string | Uint8Array): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(headerBytes, kind);
  header.writeUInt32LE(body.length, 1);
  return Buffer.concat([header, body]);
}

/** @returns null if the output is not exactly one answer */
export function unframed(output: Buffer): { answer: Buffer } | { refused: string } | null {
  const body = output.subarray(headerBytes);
  if (output.length < headerBytes || output.readUInt32LE(1) !== body.length) return null;
  const kind = output.toString('latin1', 0, 1);
  if (kind === 'A') return { answer: body };
  return kind === 'R' ? { refused: body.toString() } : null;
}
