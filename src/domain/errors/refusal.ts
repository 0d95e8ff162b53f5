import type { ExchangeKind } from '../exchanges/kinds.ts';

type NoFacts = Record<never, never>;

/**
 * Every reason for which the product refuses something, with the facts its Italian text names.
 * `messages.it.ts` holds the text of each, the server's status table the HTTP status of each: a code
 * without either does not pass the type check.
 */
export interface RefusalFacts {
  // the call itself
  not_signed_in: NoFacts;
  forbidden: NoFacts;
  foreign_origin: NoFacts;
  not_found: NoFacts;
  unknown_path: NoFacts;
  wrong_method: NoFacts;
  invalid_json: NoFacts;
  invalid_data: NoFacts;
  body_too_large: NoFacts;
  wrong_media_type: NoFacts;
  too_many_attempts: { minutes: number };
  headers_too_large: NoFacts;
  address_too_long: NoFacts;
  call_too_slow: NoFacts;
  overloaded: NoFacts;
  unavailable: NoFacts;
  internal: { requestId: string };
  // accounts
  wrong_credentials: NoFacts;
  account_disabled: NoFacts;
  email_taken: NoFacts;
  unknown_worksite: NoFacts;
  wrong_access_code: NoFacts;
  taxi_details_required: NoFacts;
  link_expired: NoFacts;
  invitation_over: NoFacts;
  profile_code_wrong: NoFacts;
  wrong_password: NoFacts;
  profile_changed_often: { most: number; minutes: number };
  admin_account_stays: NoFacts;
  // worksites
  ceo_only: NoFacts;
  admin_only: NoFacts;
  not_while_impersonating: NoFacts;
  cannot_impersonate: NoFacts;
  worksite_holds_admin: NoFacts;
  worksite_name_mismatch: NoFacts;
  worksite_name_taken: NoFacts;
  // upkeep
  idle_count_changed: NoFacts;
  // rosters
  roster_not_loader: NoFacts;
  roster_worksite_required: NoFacts;
  roster_changed: NoFacts;
  roster_undo_over: { hours: number };
  unclaimed_not_allowed: { reason: string };
  unclaimed_full: { most: number };
  // shifts
  shift_day_taken: NoFacts;
  shift_day_twice: NoFacts;
  shifts_refused: { count: number };
  shifts_kept: { minutes: number };
  shift_patterns_full: { most: number };
  shift_in_the_past: NoFacts;
  shift_day_in_the_past: NoFacts;
  shift_day_too_far_ahead: { lastDay: string };
  shift_admin_without_calendar: NoFacts;
  shift_times_required: NoFacts;
  shift_ends_before_start: NoFacts;
  shift_not_on_quarter_hour: NoFacts;
  shift_taxi_duration: { hours: string };
  shift_taxi_not_predefined: NoFacts;
  shift_taxi_week_mixed: { shiftType: string; firstDay: string; lastDay: string };
  shift_flexible_duration: { hours: string };
  shift_flexible_week_full: { weekHours: string };
  shift_eight_hours_duration: { hours: string };
  shift_too_long: { hours: string; mostHours: string };
  shift_split_not_allowed: NoFacts;
  shift_split_incomplete: NoFacts;
  shift_split_overlaps: NoFacts;
  shift_swapped: { exchangePartner: string; completedDate: string };
  roster_file_unreadable: NoFacts;
  roster_file_old: NoFacts;
  roster_file_too_large: NoFacts;
  roster_reader_busy: NoFacts;
  // mail
  mail_password_required: NoFacts;
  mail_not_failed: NoFacts;
  mail_link_outdated: NoFacts;
  mail_may_arrive_twice: NoFacts;
  // exchanges
  exchange_kind_not_offered: NoFacts;
  exchange_not_own_shift: NoFacts;
  exchange_shift_not_working: NoFacts;
  exchange_kind_switched_off: { kinds: readonly ExchangeKind[] };
  exchange_shift_begun: NoFacts;
  exchange_past_cutoff: { hours: number };
  exchange_wrong_duration: { hours: string; contractHours: number };
  exchange_other_day: NoFacts;
  exchange_already_open: NoFacts;
  exchange_not_requester: NoFacts;
  exchange_closed: NoFacts;
  exchange_own_request: NoFacts;
  exchange_other_worksite: NoFacts;
  exchange_other_hours: NoFacts;
  exchange_other_role: NoFacts;
  exchange_no_own_shift: NoFacts;
  exchange_own_shift_not_working: NoFacts;
  exchange_own_shift_begun: NoFacts;
  exchange_other_length: { ownHours: string; offeredHours: string };
  exchange_same_duty: NoFacts;
  exchange_person_inactive: NoFacts;
  exchange_offer_refused: NoFacts;
  exchange_no_offer: NoFacts;
  exchange_offer_gone: NoFacts;
  exchange_several_offers: NoFacts;
  exchange_shift_changed: NoFacts;
  exchange_changed: NoFacts;
  exchange_other_week: NoFacts;
  exchange_week_over: NoFacts;
  exchange_week_mixed: NoFacts;
  exchange_not_taxi_type: NoFacts;
  exchange_same_type_wanted: NoFacts;
  exchange_same_type_worked: NoFacts;
  exchange_no_own_week: NoFacts;
  exchange_not_holiday_week: NoFacts;
  exchange_holidays_begun: NoFacts;
  exchange_same_week: NoFacts;
  exchange_wanted_week_begun: NoFacts;
  exchange_wanted_week_free: NoFacts;
  exchange_own_week_sick: NoFacts;
  exchange_no_holiday_week: NoFacts;
  exchange_no_work_week: NoFacts;
  exchange_days_required: NoFacts;
  exchange_days_not_asked: NoFacts;
  exchange_day_over: { day: string };
  exchange_day_too_far_ahead: { lastDay: string };
  exchange_day_is_offered: { day: string };
  exchange_day_taken: { day: string };
  exchange_no_free_day: { days: number };
  exchange_choose_shift: NoFacts;
  exchange_no_shift_on_days: NoFacts;
  exchange_day_not_accepted: NoFacts;
  exchange_offered_day_taken: { day: string };
  exchange_duties_overlap: NoFacts;
  exchange_flexible_week_full: NoFacts;
  exchange_rest_too_short: { sentence: string };
  exchange_awaiting_approval: NoFacts;
  exchange_duty_reserved: NoFacts;
  exchange_not_awaiting: NoFacts;
  exchange_not_approver: NoFacts;
  exchange_own_approval: NoFacts;
  // operation codes
  operations_not_offered: NoFacts;
  operation_duplicate: NoFacts;
  operation_not_reviewer: NoFacts;
  operation_own_code: NoFacts;
  operation_already_reviewed: { reviewer: string; isApproved: boolean };
  operation_processed: NoFacts;
  operation_reopening_ceo_only: NoFacts;
  operation_entered_again: NoFacts;
}

export type ErrorCode = keyof RefusalFacts;

/** A refusal: `code` says why, `facts` fill the Italian text. */
export type Refusal<C extends ErrorCode = ErrorCode> = {
  [K in C]: { ok: false; code: K; facts: RefusalFacts[K] };
}[C];

/** What a rule answers: yes, with what follows from it, or a refusal. */
export type Verdict<T extends object = NoFacts> = ({ ok: true } & T) | Refusal;

type FactsArgument<C extends ErrorCode> = RefusalFacts[C] extends NoFacts
  ? keyof RefusalFacts[C] extends never
    ? []
    : [facts: RefusalFacts[C]]
  : [facts: RefusalFacts[C]];

/** Builds a refusal; the facts are required exactly where the text needs them. */
export const refuse = <C extends ErrorCode>(code: C, ...facts: FactsArgument<C>): Refusal<C> =>
  ({ ok: false, code, facts: facts[0] ?? {} }) as Refusal<C>;

export const allowed = { ok: true } as const;
