import { type ContractMap, eventStream } from '../contractParts.ts';

export const eventContract = {
  'GET /api/events': { answer: eventStream },
} as const satisfies ContractMap;
