import { z } from 'zod';
import type { Call } from '../../../domain/call.ts';
import { contract } from '../../../domain/contract.ts';
import type { CallSchemas } from '../../../domain/contractParts.ts';
import { answerParent, TaskRefusal } from '../child/answerParent.ts';
import { judge } from './judge.ts';

z.config(z.locales.it());

// the name of the call in the first line, then its body
await answerParent((bytes) => {
  const end = bytes.indexOf('\n');
  const { body = z.never() }: CallSchemas = contract[bytes.toString('utf8', 0, end) as Call];
  try {
    return JSON.stringify(judge(body, JSON.parse(bytes.toString('utf8', end + 1))));
  } catch {
    // also if nested too deeply to serialise again
    throw new TaskRefusal('invalid_json');
  }
});
