/** The processor's time is bounded from outside, also for a child whose server is gone; this is for one that waits. */
const longestLifeMs = 30_000;

/** Refuses what a child was given: a code that its server knows. */
export class TaskRefusal extends Error {
  override name = 'TaskRefusal';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * What the program of a child does, which `ChildQueue.run` starts: takes the bytes, answers with what the task makes of
 * them, or with the code of a `TaskRefusal` that it throws, and ends.
 */
export async function answerParent(
  task: (bytes: Buffer) => string | Uint8Array | Promise<string | Uint8Array>,
): Promise<void> {
  setTimeout(() => process.exit(1), longestLifeMs);
  const bytes = Buffer.concat(await process.stdin.toArray());
  const [kind, body] = await outcomeOf(task, bytes);
  process.stdout.end(framed(kind, Buffer.from(body)), () => process.exit(0));
}

async function outcomeOf(
  task: Parameters<typeof answerParent>[0],
  bytes: Buffer,
): Promise<['answer' | 'refused', string | Uint8Array]> {
  try {
    return ['answer', await task(bytes)];
  } catch (error) {
    if (error instanceof TaskRefusal) return ['refused', error.code];
    throw error;
  }
}

const headerBytes = 5;
const kinds = { answer: 0xa5, refused: 0x5a };

/** Kind and length go ahead: nothing else that gets into the pipe is taken for an answer. */
function framed(kind: keyof typeof kinds, body: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(kinds[kind]);
  header.writeUInt32LE(body.length, 1);
  return Buffer.concat([header, body]);
}

/** @returns null if a child has not answered, or with more than an answer */
export function unframed(output: Buffer): { answer: Buffer } | { refused: string } | null {
  if (output.length < headerBytes) return null;
  const body = output.subarray(headerBytes);
  if (output.readUInt32LE(1) !== body.length) return null;
  if (output[0] === kinds.answer) return { answer: body };
  return output[0] === kinds.refused ? { refused: body.toString('utf8') } : null;
}
