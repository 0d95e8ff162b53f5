import { anyFile, type ContractMap, idParams, nothing } from '../contractParts.ts';
import {
  acceptedRosterSchema,
  assignedSchema,
  assignUnclaimedSchema,
  declinedRosterSchema,
  gridFileQuerySchema,
  gridQuerySchema,
  loadedRosterSchema,
  rosterAnswerSchema,
  rosterGridSchema,
  rosterListSchema,
  rosterPreviewSchema,
  rosterProposalsSchema,
  rosterQuerySchema,
  rosterSetupSchema,
  unclaimedListSchema,
} from './schema.answers.ts';
import { invitationLinkSchema, invitationListSchema, invitationTargetSchema } from './schema.invitations.ts';
import { mostFileBytes, rosterFileSchema, rosterTablesSchema } from './schema.table.ts';
import { rosterSchema } from './schema.ts';

/** 400 people × 62 days. */
const mostRosterBytes = 5 * 1024 * 1024;
/** A base64 file and the JSON around it. */
const mostTableBytes = Math.ceil(mostFileBytes / 3) * 4 + 1024;

export const rosterContract = {
  'GET /api/rosters/setup': { query: rosterQuerySchema, answer: rosterSetupSchema },
  /** Converts a file to a table, without knowing whether it is a roster. */
  'POST /api/rosters/table': {
    body: rosterFileSchema,
    mostBytes: mostTableBytes,
    answer: rosterTablesSchema,
  },
  'POST /api/rosters/preview': {
    body: rosterSchema,
    mostBytes: mostRosterBytes,
    answer: rosterPreviewSchema,
  },
  'POST /api/rosters': {
    body: rosterSchema,
    mostBytes: mostRosterBytes,
    answer: loadedRosterSchema,
    status: 201,
  },
  'GET /api/rosters': { query: rosterQuerySchema, answer: rosterListSchema },
  'GET /api/rosters/grid': { query: gridQuerySchema, answer: rosterGridSchema },
  'GET /api/rosters/export': { query: gridFileQuerySchema, answer: anyFile },
  'DELETE /api/rosters/:id': { params: idParams, answer: nothing },
  /** People of its files without an account. */
  'GET /api/rosters/unclaimed': { query: rosterQuerySchema, answer: unclaimedListSchema },
  'POST /api/rosters/unclaimed/:id/assign': {
    params: idParams,
    body: assignUnclaimedSchema,
    answer: assignedSchema,
  },
  'GET /api/rosters/proposals': { answer: rosterProposalsSchema },
  'POST /api/rosters/proposals/accept': { body: rosterAnswerSchema, answer: acceptedRosterSchema },
  'POST /api/rosters/proposals/decline': { body: rosterAnswerSchema, answer: declinedRosterSchema },
  'GET /api/ceo/worksites/:id/invitations': { params: idParams, answer: invitationListSchema },
  /** Creates or renews an invitation. */
  'POST /api/ceo/worksites/:id/invitations': {
    params: idParams,
    body: invitationTargetSchema,
    answer: invitationLinkSchema,
    status: 201,
  },
  'DELETE /api/ceo/worksites/:id/invitations': {
    params: idParams,
    query: invitationTargetSchema.strict(),
    answer: nothing,
  },
} as const satisfies ContractMap;
