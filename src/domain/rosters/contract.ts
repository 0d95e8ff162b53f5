import { type ContractMap, idParams, nothing } from '../contractParts.ts';
import {
  acceptedRosterSchema,
  declinedRosterSchema,
  loadedRosterSchema,
  rosterAnswerSchema,
  rosterListSchema,
  rosterPreviewSchema,
  rosterProposalsSchema,
  rosterQuerySchema,
  rosterSetupSchema,
} from './schema.answers.ts';
import { rosterSchema } from './schema.ts';

export const rosterContract = {
  'GET /api/rosters/setup': { query: rosterQuerySchema, answer: rosterSetupSchema },
  'POST /api/rosters/preview': { body: rosterSchema, answer: rosterPreviewSchema },
  'POST /api/rosters': { body: rosterSchema, answer: loadedRosterSchema, status: 201 },
  'GET /api/rosters': { query: rosterQuerySchema, answer: rosterListSchema },
  'DELETE /api/rosters/:id': { params: idParams, answer: nothing },
  'GET /api/rosters/proposals': { answer: rosterProposalsSchema },
  'POST /api/rosters/proposals/accept': { body: rosterAnswerSchema, answer: acceptedRosterSchema },
  'POST /api/rosters/proposals/decline': { body: rosterAnswerSchema, answer: declinedRosterSchema },
} as const satisfies ContractMap;
