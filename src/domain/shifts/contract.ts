import { z } from 'zod';
import { anyFile, type ContractMap, idParams, nothing } from '../contractParts.ts';
import { codeText } from '../text.ts';
import { feedAddressSchema, feedOptionsSchema, feedStateSchema } from './schema.feed.ts';
import {
  bulkShiftsSchema,
  createShiftSchema,
  newPatternSchema,
  shiftBatchSchema,
  shiftFileQuerySchema,
  takenBackSchema,
  shiftListSchema,
  shiftPatternListSchema,
  shiftPatternSchema,
  shiftRangeSchema,
  shiftSchema,
  teamDayQuerySchema,
  teamDaySchema,
  updateShiftSchema,
} from './schema.ts';

/** 366 entries with notes of 1,000 characters. */
const mostBulkBytes = 1024 * 1024;

/** `true`: the caller confirms changing an entry that came from a swap. */
const overrideHeaders = z.object({ 'x-override-exchange': codeText(40).optional() });

export const shiftContract = {
  'GET /api/calendar/shifts': { query: shiftRangeSchema, answer: shiftListSchema },
  'GET /api/calendar/team': { query: teamDayQuerySchema, answer: teamDaySchema },
  'GET /api/calendar/feed': { answer: feedStateSchema },
  'POST /api/calendar/feed': { body: feedOptionsSchema.nullish(), answer: feedAddressSchema, status: 201 },
  'DELETE /api/calendar/feed': { answer: nothing },
  'GET /api/shifts': { query: shiftRangeSchema, answer: shiftListSchema },
  'GET /api/shifts/export': { query: shiftFileQuerySchema, answer: anyFile },
  'GET /api/user-shifts': { answer: shiftListSchema },
  'POST /api/shifts': { body: createShiftSchema, answer: shiftSchema, status: 201 },
  'POST /api/shifts/bulk': {
    body: bulkShiftsSchema,
    mostBytes: mostBulkBytes,
    answer: shiftBatchSchema,
    status: 201,
  },
  'DELETE /api/shifts/bulk/:id': { params: idParams, answer: takenBackSchema },
  'GET /api/shift-patterns': { answer: shiftPatternListSchema },
  'POST /api/shift-patterns': { body: newPatternSchema, answer: shiftPatternSchema, status: 201 },
  'DELETE /api/shift-patterns/:id': { params: idParams, answer: nothing },
  'PATCH /api/shifts/:id': {
    params: idParams,
    headers: overrideHeaders,
    body: updateShiftSchema,
    answer: shiftSchema,
  },
  'DELETE /api/shifts/:id': { params: idParams, headers: overrideHeaders, answer: nothing },
} as const satisfies ContractMap;
