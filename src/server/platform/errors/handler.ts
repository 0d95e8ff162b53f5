import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import { type Refusal, refuse } from '../../../domain/errors/refusal.ts';
import { DatabaseError, isUnavailable, sqlState } from '../database/errors.ts';
import { RefusalError } from './refusalError.ts';
import { statusOf } from './statuses.ts';

const refusalOfFastify: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: refuse('body_too_large'),
  FST_ERR_CTP_INVALID_JSON_BODY: refuse('invalid_json'),
  FST_ERR_CTP_EMPTY_JSON_BODY: refuse('invalid_json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refuse('invalid_json'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse('wrong_media_type'),
};

/** Turns any thrown value into `{ message, code, fields? }`; an unexpected one is a 500 without details. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = refusalErrorOf(error);
  if (refused?.refusal.code === 'unavailable') request.log.warn({ err: error }, 'the database is away');
  if (refused) return sendRefusal(reply, refused);
  request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected error');
  return sendRefusal(reply, new RefusalError(refuse('internal', { requestId: request.id })));
}

function refusalErrorOf(error: FastifyError): RefusalError | null {
  if (error instanceof RefusalError) return error;
  // anything can be thrown
  if (!(error instanceof Error)) return null;
  if (error instanceof DatabaseError) {
    // no connection became free in time: overload, not a fault
    if (error.code === sqlState.tooManyConnections) return new RefusalError(refuse('overloaded'));
    if (isUnavailable(error)) return new RefusalError(refuse('unavailable'));
    const refusal = error.constraint ? refusalOfConstraint[error.constraint] : undefined;
    return refusal ? new RefusalError(refusal) : null;
  }
  const refusal = refusalOfFastify[error.code];
  if (refusal) return new RefusalError(refusal);
  // errors of Fastify and Node's parser about the request itself
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
    ? new RefusalError(refuse('invalid_data'))
    : null;
}

export function sendRefusal(reply: FastifyReply, error: RefusalError): FastifyReply {
  const { refusal, fields, extra } = error;
  reply.refusedWith = refusal.code;
  if (statusOf(refusal.code) === 429 && 'minutes' in refusal.facts)
    reply.header('retry-after', refusal.facts.minutes * 60);
  if (statusOf(refusal.code) === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', 5);
  return reply
    .status(statusOf(refusal.code))
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ message: messageOf(refusal), code: refusal.code, ...(fields && { fields }), ...extra });
}

/**
 * The refusal for a violated database constraint. Commands check first with better messages; the constraint decides
 * between concurrent calls.
 */
export const refusalOfConstraint: Record<string, Refusal> = {
  users_one_email: refuse('email_taken'),
  worksites_one_name: refuse('worksite_name_taken'),
  // the worksite or account was deleted during the call
  users_worksite_id_fkey: refuse('unknown_worksite'),
  sessions_user_id_fkey: refuse('not_signed_in'),
  shift_of_a_colleague: refuse('not_signed_in'),
  exchange_of_a_colleague: refuse('not_signed_in'),
  operation_of_a_colleague: refuse('not_signed_in'),
  one_entry_a_person_a_day: refuse('shift_day_taken'),
  one_open_request_a_shift: refuse('exchange_already_open'),
  one_open_request_a_week: refuse('exchange_already_open'),
  exchange_open_has_shift: refuse('exchange_shift_changed'),
  pre_acceptance_open_has_shift: refuse('exchange_shift_changed'),
  one_chosen_pre_acceptance: refuse('exchange_closed'),
  one_reserved_offer: refuse('exchange_awaiting_approval'),
  one_completion_a_request: refuse('exchange_closed'),
  one_completion_a_duty: refuse('exchange_shift_changed'),
  one_code_a_person: refuse('operation_duplicate'),
  nobody_reviews_their_own_code: refuse('operation_own_code'),
  nobody_reviews_what_they_entered: refuse('operation_own_code'),
};
