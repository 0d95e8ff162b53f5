import type { Refusal } from '../../../domain/errors/refusal.ts';
import { refuse } from '../../../domain/errors/refusal.ts';

/**
 * What a broken database constraint means to the person. Commands check first and say it better; the constraint is
 * what holds when two of them meet.
 */
export const refusalOfConstraint: Record<string, Refusal> = {
  users_one_email: refuse('email_taken'),
  worksites_one_name: refuse('worksite_name_taken'),
  // the worksite or the account was deleted while the call was on its way
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
