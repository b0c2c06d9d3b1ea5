// The tabs of the notifications: all, what was not read, what asks the reader to do something, messages. Pure.

export const TABS = ['all', 'unread', 'todo', 'messages'] as const;
export type NotificationTab = (typeof TABS)[number];

/** Kinds that ask for a decision, an answer or a change. Whether that was done since, the thing itself says. */
const TODO_KINDS = [
  'activity_needs_work',
  'activity_needs_yes',
  'activity_to_review',
  'activity_too_few',
  'activity_waitlist_offer',
  'application_asked_center',
  'application_did_it_happen_14d',
  'application_match_question_14d',
  'application_new',
  'application_offer',
  'application_unanswered_3d',
  'application_unanswered_7d',
  'check_claimed',
  'check_expires_60d',
  'check_requested',
  'form_submitted',
  'guardian_wanted',
  'hours_changed',
  'hours_disputed',
  'hours_to_confirm',
  'mentor_application_to_approve',
  'mentor_hours_to_confirm',
  'org_move_asked',
  'org_question',
  'org_suggestion',
  'org_to_review',
  'org_unconfirmed',
  'pending_over_3_days',
  'profile_reply_reminder',
  'profile_visible_check_4m',
  'report_appealed',
  'report_to_handle',
  'role_offered',
  'silence_day7',
  'vacancy_draft_3d',
  'vacancy_draft_7d',
  'vacancy_expires_14d',
  'vacancy_expires_3d',
  'vacancy_needs_work',
  'vacancy_still_current_90d',
  'vacancy_to_review',
] as const;

/** Kinds in which somebody writes to the reader. */
const MESSAGE_KINDS = [
  'activity_message',
  'application_contacted',
  'message_new',
  'profile_reply_answered',
  'profile_reply_new',
] as const;

/** What the list is asked for. */
export function filterOf(tab: NotificationTab): { readEq?: false; kindIn?: readonly string[] } {
  if (tab === 'unread') return { readEq: false };
  if (tab === 'todo') return { kindIn: TODO_KINDS };
  return tab === 'messages' ? { kindIn: MESSAGE_KINDS } : {};
}

export const tabOf = (text: string | null): NotificationTab => TABS.find((each) => each === text) ?? 'all';

const PATH = '/notificaties';

export function hrefOf(tab: NotificationTab, page = 1): string {
  const query = [tab === 'all' ? '' : `filter=${tab}`, page > 1 ? `page=${page}` : ''].filter(Boolean);
  return query.length === 0 ? PATH : `${PATH}?${query.join('&')}`;
}
