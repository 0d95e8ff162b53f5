import { type ContractMap, idParams } from '../contractParts.ts';
import {
  ceoWorksiteListSchema,
  createWorksiteSchema,
  deleteWorksiteSchema,
  updateWorksiteSchema,
  worksiteContentsSchema,
  worksiteListSchema,
  worksiteSchema,
} from './schema.ts';

export const worksiteContract = {
  'GET /api/worksites/available': { answer: worksiteListSchema },
  'GET /api/ceo/worksites': { answer: ceoWorksiteListSchema },
  'POST /api/ceo/worksites': { body: createWorksiteSchema, answer: worksiteSchema, status: 201 },
  'PATCH /api/ceo/worksites/:id': { params: idParams, body: updateWorksiteSchema, answer: worksiteSchema },
  'GET /api/ceo/worksites/:id/contents': { params: idParams, answer: worksiteContentsSchema },
  'DELETE /api/ceo/worksites/:id': {
    params: idParams,
    body: deleteWorksiteSchema,
    answer: worksiteContentsSchema,
  },
} as const satisfies ContractMap;
