import { z } from 'zod';
import { adminContract } from './admin/contract.ts';
import { authContract } from './auth/contract.ts';
import { eventContract } from './events/contract.ts';
import { exchangeContract } from './exchanges/contract.ts';
import { mailContract } from './mail/contract.ts';
import { notificationContract, pushContract } from './notifications/contract.ts';
import { operationContract } from './operations/contract.ts';
import { rosterContract } from './rosters/contract.ts';
import { shiftContract } from './shifts/contract.ts';
import { upkeepContract } from './upkeep/contract.ts';
import { userContract } from './users/contract.ts';
import { worksiteContract } from './worksites/contract.ts';

export const contract = {
  ...authContract,
  ...worksiteContract,
  ...userContract,
  ...adminContract,
  ...upkeepContract,
  ...shiftContract,
  ...rosterContract,
  ...exchangeContract,
  ...notificationContract,
  ...mailContract,
  ...pushContract,
  ...operationContract,
  ...eventContract,
  /** This contract, as an OpenAPI 3.1 document. */
  'GET /api/openapi.json': { answer: z.looseObject({ openapi: z.string() }) },
};
