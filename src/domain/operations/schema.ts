import { z } from 'zod';
import { monthSchema } from '../calendar/schema.ts';
import { codeText, idSchema, typedLine, typedText } from '../text.ts';

/** Company operation codes, paid after approval. */
export const operationTypes = ['OPP', 'Case'] as const;
export type OperationType = (typeof operationTypes)[number];

export const operationStatuses = ['pending', 'approved', 'rejected'] as const;
export type OperationStatus = (typeof operationStatuses)[number];

const mostCodeLength = 60;
export const mostTextLength = 500;
export const mostReviewedAtOnce = 100;

const codeMissing = 'Il codice è obbligatorio';
const typedCode = () => typedLine(mostCodeLength, codeMissing).min(1);

/** `OP` and letters or digits; stored in upper case. */
const oppCodeSchema = typedCode()
  // checked before upper-casing, which turns some foreign letters into plain ones
  .regex(/^op[a-z0-9]+$/i, 'Errore formato OP')
  .transform((code) => code.toUpperCase());

/** Digits only; leading zeros are significant. */
const caseCodeSchema = typedCode().regex(/^\d+$/, 'Errore formato Case');

const description = typedText(mostTextLength)
  .transform((text) => (text === '' ? null : text))
  .nullish();

const newCode = {
  description,
  /** Whose code: only the caller's own id is accepted. */
  userId: idSchema.optional(),
  status: z.literal('pending', 'Un codice nuovo è in attesa').optional(),
};

export const createOperationSchema = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('OPP'), code: oppCodeSchema, ...newCode }),
    z.object({ type: z.literal('Case'), code: caseCodeSchema, ...newCode }),
  ],
  'Scegli OPP o Case',
);
export type CreateOperation = z.input<typeof createOperationSchema>;

const verdict = {
  status: z.enum(['approved', 'rejected'], 'Un codice si approva o si rifiuta'),
  /** The reason of a rejection; not for approvals. */
  reason: typedText(mostTextLength)
    .transform((text) => (text === '' ? null : text))
    .nullish(),
};

const onlyRejectionsHaveReasons = {
  check: ({ status, reason }: { status: string; reason?: string | null | undefined }): boolean =>
    status === 'rejected' || !reason,
  refusal: { path: ['reason'], error: 'Il motivo serve solo per i rifiuti' },
};

/** Body of `PATCH /api/operations/{id}`; `pending` resets a reviewed code. */
export const reviewOperationSchema = z
  .object({
    ...verdict,
    status: z.enum(operationStatuses, 'Un codice si approva, si rifiuta o torna in attesa'),
  })
  .refine(onlyRejectionsHaveReasons.check, onlyRejectionsHaveReasons.refusal);

/** Body of `POST /api/operations/review`: one verdict on several codes. */
export const reviewOperationsSchema = z
  .object({
    ...verdict,
    ids: z
      .array(idSchema)
      .min(1, 'Scegli almeno un codice')
      .max(mostReviewedAtOnce, `Al massimo ${mostReviewedAtOnce} codici alla volta`),
  })
  .refine(onlyRejectionsHaveReasons.check, onlyRejectionsHaveReasons.refusal);
export type ReviewOperations = z.input<typeof reviewOperationsSchema>;

const personSchema = z.object({ id: idSchema, firstName: z.string(), lastName: z.string() });

export const operationSchema = z.object({
  id: idSchema,
  type: z.enum(operationTypes),
  code: z.string(),
  description: z.string().nullable(),
  status: z.enum(operationStatuses),
  submittedAt: z.string(),
  reviewedAt: z.string().nullable(),
  /** Null while pending, and once the reviewer's account is gone. */
  reviewedBy: personSchema.nullable(),
  rejectionReason: z.string().nullable(),
  userId: idSchema,
  user: personSchema,
  worksite: z.object({ id: idSchema, name: z.string() }),
  /** For reviewers: how many other people of the worksite entered the same code, not counting rejected ones; otherwise null. */
  othersWithCode: z.int().nullable(),
  canReview: z.boolean(),
  /** Can be reset to pending, unless its owner has entered it again. */
  canReopen: z.boolean(),
  canDelete: z.boolean(),
});
export type Operation = z.infer<typeof operationSchema>;

/** Whose codes a list shows: the viewer's own, or for reviewers those of the worksite or of the others. */
export const operationViews = ['own', 'worksite', 'others'] as const;
export type OperationView = (typeof operationViews)[number];

const filters = {
  /** Default: both. */
  type: z.enum(operationTypes).optional(),
  status: z.enum(operationStatuses).optional(),
  /** The month of submission, in Rome. */
  month: monthSchema.optional(),
};
const cursor = codeText(200).optional();

export const operationListQuerySchema = z.strictObject({
  ...filters,
  view: z.enum(operationViews).default('own'),
  cursor,
});

export const operationExportQuerySchema = operationListQuerySchema.omit({ cursor: true });

export const ceoOperationListQuerySchema = z.strictObject({
  ...filters,
  worksiteId: idSchema.optional(),
  cursor,
});

export const ceoOperationExportQuerySchema = ceoOperationListQuerySchema.omit({ cursor: true });

/** A page, newest first; `counts` is the number of each type that matches the other filters. */
export const operationListSchema = z.object({
  operations: z.array(operationSchema),
  counts: z.record(z.enum(operationTypes), z.int()),
  nextCursor: z.string().nullable(),
});
export type OperationList = z.infer<typeof operationListSchema>;

/** Answer of `POST /api/operations/review`: the reviewed codes, and why each other one was refused. */
export const reviewAccountSchema = z.object({
  reviewed: z.array(operationSchema),
  refused: z.array(
    z.object({ id: idSchema, code: z.string(), operationCode: z.string().nullable(), message: z.string() }),
  ),
});
export type ReviewAccount = z.infer<typeof reviewAccountSchema>;

const tallySchema = z.record(z.enum(operationStatuses), z.int());
const tallyByTypeSchema = z.record(z.enum(operationTypes), tallySchema);
export type TallyByType = z.infer<typeof tallyByTypeSchema>;

/** Answer of `GET /api/operations/statistics`: the caller's own codes of the current month and year, in Rome. */
export const operationStatisticsSchema = z.object({
  month: monthSchema,
  ofMonth: tallyByTypeSchema,
  ofYear: tallyByTypeSchema,
});
export type OperationStatistics = z.infer<typeof operationStatisticsSchema>;
