import { type ContractMap, nothing } from '../contractParts.ts';
import { agreeIdleSchema, upkeepSchema } from './schema.ts';

export const upkeepContract = {
  'GET /api/ceo/upkeep': { answer: upkeepSchema },
  'POST /api/ceo/upkeep/trust-clock': { answer: nothing },
  'POST /api/ceo/upkeep/agree-idle-accounts': { body: agreeIdleSchema, answer: nothing },
} as const satisfies ContractMap;
