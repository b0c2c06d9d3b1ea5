//! The tables of a tenant's file, and what of each the data viewer shows. A new column goes in one of the lists: `shown`
//! says nothing of a person by itself, `personal` does, `closed` opens for nobody.

use super::facts::{Facts, Group};

#[rustfmt::skip]
pub const TABLES: &[Facts] = &[
    Facts::of("applicant_names", Group::People)
        .shown(&["id"])
        .personal(&["name"]),
    Facts::of("checks", Group::People)
        .shown(&["id", "user_id", "application_id", "organization_id", "volunteer_center_id", "kind", "status", "requested_by_id", "requested_on", "claimed_on", "seen_by_id", "seen_on", "replaces_id", "warned_at", "version", "created_at", "updated_at"])
        .personal(&["issued_on", "valid_until", "note"])
        .about(&["user_id"]),
    Facts::of("consents", Group::People)
        .shown(&["id", "user_id", "kind", "is_given", "edition", "version", "created_at", "updated_at"]),
    Facts::of("dashboard_layouts", Group::People)
        .shown(&["user_id", "cards", "updated_at"]),
    Facts::of("desk_cards", Group::People)
        .shown(&["user_id", "code_made_at", "consent_at", "registered_by_id", "created_at"])
        .closed(&["code"]),
    Facts::of("favorites", Group::People)
        .shown(&["user_id", "vacancy_id", "created_at"]),
    Facts::of("guardians", Group::People)
        .shown(&["id", "user_id", "asked_at", "asks", "agreed_at", "created_at"])
        .personal(&["email"])
        .about(&["user_id"]),
    Facts::of("internal_notes", Group::People)
        .shown(&["id", "subject_type", "subject_id", "author_id", "volunteer_center_id", "version", "created_at", "updated_at"])
        .personal(&["note"]),
    Facts::of("known_as", Group::People)
        .shown(&["user_id", "kind", "until"])
        .personal(&["value"])
        .about(&["user_id"]),
    Facts::of("notification_preferences", Group::People)
        .shown(&["user_id", "kind", "channel", "rate", "updated_at"]),
    Facts::of("notifications", Group::People)
        .shown(&["id", "user_id", "kind", "actor_id", "subject_type", "subject_id", "seen_at", "read_at", "expires_at", "version", "created_at", "updated_at"])
        .closed(&["data", "url", "group_key", "channel_state"]),
    Facts::of("proofs", Group::People)
        .shown(&["id", "user_id", "volunteer_center_id", "kind", "locale", "withdrawn_at", "version", "created_at", "updated_at"])
        .personal(&["content"])
        .closed(&["code"])
        .about(&["user_id"]),
    Facts::of("role_invitations", Group::People)
        .shown(&["id", "user_id", "role", "scope_type", "scope_id", "state", "sent_by_id", "expires_at", "answered_at", "version", "created_at", "updated_at", "made_account"])
        .personal(&["email", "typed_name"])
        .about(&["user_id"]),
    Facts::of("roles", Group::People)
        .shown(&["id", "user_id", "name", "scope_type", "scope_id", "granted_by_id", "granted_at", "accepted_at", "expires_at", "version", "created_at", "updated_at"]),
    Facts::of("saved_searches", Group::People)
        .shown(&["id", "user_id", "mail", "told_until", "version", "created_at", "updated_at"])
        .personal(&["name", "filters"])
        .about(&["user_id"]),
    Facts::of("student_links", Group::People)
        .shown(&["id", "student_id", "mentor_id", "organization_id", "version", "created_at", "updated_at"])
        .personal(&["hour_target"])
        .about(&["student_id"]),
    Facts::of("told_in_digests", Group::People)
        .shown(&["user_id", "subject_type", "subject_id", "at"]),
    Facts::of("users", Group::People)
        .shown(&["id", "status", "signup_method", "locale", "digest_days", "volunteer_center_id", "accepted_terms_at", "confirmed_at", "last_sign_in_at", "version", "created_at", "updated_at", "password_changed_at", "invited_at", "invited_by_id", "can_export", "created_by_id", "archived_at", "archived_by_id", "erase_after", "anonymised_at", "kept_at", "inactive_at", "color_mode", "quiet_from", "quiet_until", "writing_paused_until"])
        .personal(&["email", "first_name", "last_name", "phone_number", "job_title", "gender", "birth_date", "unconfirmed_email", "archive_reason", "avatar_url"])
        .closed(&["password_hash"])
        .about(&["id"]),
    Facts::of("vacancy_digests", Group::People)
        .shown(&["user_id", "told_until"]),
    Facts::of("vacancy_dismissals", Group::People)
        .shown(&["user_id", "vacancy_id", "created_at"])
        .personal(&["reason"])
        .about(&["user_id"]),
    Facts::of("volunteer_profile_blocks", Group::People)
        .shown(&["id", "user_id", "organization_id", "version", "created_at"]),
    Facts::of("volunteer_profile_looks", Group::People)
        .shown(&["id", "user_id", "organization_id", "day", "version", "created_at"]),
    Facts::of("volunteer_profile_replies", Group::People)
        .shown(&["id", "user_id", "organization_id", "volunteer_center_id", "vacancy_id", "author_id", "status", "shares_last_name", "shares_phone", "shares_email", "answered_at", "reminded_at", "expires_at", "expired_at", "version", "created_at", "updated_at"])
        .closed(&["body"]),
    Facts::of("volunteer_profiles", Group::People)
        .shown(&["id", "user_id", "visibility", "visible_until", "version", "created_at", "updated_at", "confirmed_at", "visibility_asked_at", "elsewhere_consent_at"])
        .personal(&["theme_ids", "skills", "frequency", "hours_per_week", "availability", "postal_code_4", "transport", "max_distance_km", "wants_online", "languages", "practises_dutch", "gains", "social_setting", "headline", "about", "language_levels"])
        .about(&["user_id"]),
    Facts::of("abuse_reports", Group::Matching)
        .shown(&["id", "volunteer_center_id", "subject_type", "subject_id", "organization_id", "reported_user_id", "reporter_id", "reporter_locale", "category", "status", "handled_by_id", "decided_by_id", "decided_at", "duplicate_of_id", "appeal_status", "appeal_by", "appealed_at", "appeal_decided_by_id", "version", "created_at", "updated_at"])
        .personal(&["reporter_email", "measures", "reporter_text", "reported_text", "appeal_text"])
        .closed(&["body", "snapshot", "note", "appeal_body"])
        .about(&["reporter_id", "reported_user_id"]),
    Facts::of("activities", Group::Matching)
        .shown(&["id", "volunteer_center_id", "organization_id", "title", "slug", "summary", "description", "status", "moderation_state", "activity_categories", "target_groups", "tags", "is_workshop", "seats_per_organization", "only_for_organizations", "starts_at", "ends_at", "time_zone", "all_day", "recurrence", "excluded_days", "place_id", "online", "contact_person_id", "contact_phone_visible", "registration", "allows_guests", "capacity", "has_waiting_list", "most_per_party", "registration_closes_minutes", "withdraw_minutes", "questions", "cost", "is_free", "accessibility", "image_url", "image_alt", "minimum_participants", "minimum_on", "sequence", "published_at", "cancelled_at", "deleted_at", "version", "created_at", "updated_at", "minimum_asked_at", "asks_after_no_shows", "revision_state", "counts_hours"])
        .personal(&["moderation_message", "online_url", "revision", "revision_message"])
        .labelled("title"),
    Facts::of("activity_messages", Group::Matching)
        .shown(&["id", "activity_id", "occurrence_id", "audience", "author_id", "sent_count", "sent_through", "sent_at", "version", "created_at", "updated_at"])
        .closed(&["message"]),
    Facts::of("activity_occurrences", Group::Matching)
        .shown(&["id", "activity_id", "original_start", "starts_at", "ends_at", "day", "starts_local", "ends_local", "status", "is_changed", "capacity", "places_taken", "places_offered", "people_waiting", "sequence", "changed_at", "cancelled_at", "told_starts_at", "told_ends_at", "told_status", "version", "created_at", "updated_at"])
        .personal(&["reason"]),
    Facts::of("activity_registrations", Group::Matching)
        .shown(&["id", "activity_id", "occurrence_id", "user_id", "organization_id", "party_size", "status", "waitlist_order", "silences", "offered_size", "refused_size", "asked_at", "offer_expires_at", "is_late_withdrawal", "attendance", "checked_in_at", "source", "locale", "reminded_at", "version", "created_at", "updated_at", "needs_yes", "checked_out_at"])
        .personal(&["first_name", "last_name", "email", "phone_number", "is_minor", "answers"])
        .closed(&["check_in_code"])
        .about(&["user_id"]),
    Facts::of("activity_taps", Group::Matching)
        .shown(&["id", "registration_id", "occurrence_id", "is_present", "tapped_at", "received_at", "is_out"])
        .closed(&["tap_id"]),
    Facts::of("activity_templates", Group::Matching)
        .shown(&["id", "volunteer_center_id", "organization_id", "name", "version", "created_at", "updated_at"])
        .personal(&["content"]),
    Facts::of("applications", Group::Matching)
        .shown(&["id", "vacancy_id", "organization_id", "volunteer_center_id", "user_id", "locale", "status", "stage", "reason_code", "closed_by", "source", "mentor_id", "consent_at", "responded_at", "match_confirmed_at", "waitlist_position", "offer_expires_at", "withdrawals", "asked_center_at", "closed_at", "version", "created_at", "updated_at", "school_id", "school_approved_at", "is_held", "asked_again_at", "accepted_at", "safety_rules_agreed_at"])
        .personal(&["first_name", "last_name", "email", "phone_number", "answers", "reason_text", "applicant_experience", "asker_experience"])
        .closed(&["message"])
        .about(&["user_id"]),
    Facts::of("conversation_marks", Group::Matching)
        .shown(&["id", "conversation_id", "user_id", "archived_id", "muted_at"]),
    Facts::of("conversation_readings", Group::Matching)
        .shown(&["id", "conversation_id", "abuse_report_id", "reader_id", "created_at"]),
    Facts::of("conversation_sides", Group::Matching)
        .shown(&["id", "conversation_id", "side", "user_id", "read_id", "mailed_id", "taken_by_id", "blocked_at", "blocked_by_id"]),
    Facts::of("conversations", Group::Matching)
        .shown(&["id", "about_type", "about_id", "organization_id", "volunteer_center_id", "last_message_at", "last_side", "version", "created_at", "updated_at"])
        .closed(&["subject"]),
    Facts::of("hours_entries", Group::Matching)
        .shown(&["id", "user_id", "organization_id", "volunteer_center_id", "application_id", "activity_id", "occurrence_id", "day", "hours", "logged_hours", "status", "reason_by", "source", "confirmed_by_id", "confirmed_at", "is_automatic", "waits_since", "organization_asked_at", "mentors_asked_at", "version", "created_at", "updated_at"])
        .personal(&["organization_name", "work", "remark", "reason"])
        .about(&["user_id"]),
    Facts::of("match_counts", Group::Matching)
        .shown(&["volunteer_center_id", "day", "shown", "opened", "applied"]),
    Facts::of("message_snippets", Group::Matching)
        .shown(&["id", "organization_id", "volunteer_center_id", "reason_code", "created_by_id", "version", "created_at", "updated_at"])
        .closed(&["text"]),
    Facts::of("messages", Group::Matching)
        .shown(&["id", "conversation_id", "author_id", "side", "version", "created_at", "updated_at", "hidden_at", "to_many"])
        .closed(&["body"]),
    Facts::of("pool_shares", Group::Matching)
        .shown(&["id", "volunteer_center_id", "with_center_id", "version", "created_at", "updated_at"]),
    Facts::of("received_mails", Group::Matching)
        .shown(&["id", "state", "conversation_id", "side", "user_id", "message_id", "answered_at", "created_at"])
        .personal(&["reason", "from_email"])
        .closed(&["body", "message_hash", "body_hash"])
        .about(&["user_id"]),
    Facts::of("vacancies", Group::Matching)
        .shown(&["id", "status", "moderation_state", "vacancy_type", "hours_per_week", "capacity", "places_taken", "expires_at", "published_at", "publish_after_approval", "contact_person_id", "contact_phone_visible", "age_group_ids", "activity_type_ids", "online", "min_age", "required_checks", "view_count", "origin", "external_id", "verified_at", "archived_at", "deleted_at", "organization_id", "volunteer_center_id", "address_id", "version", "created_at", "updated_at", "revision_state", "purged_at", "search_rank", "other_contact_ids", "social_setting", "wheelchair_accessible", "asker_id", "day_parts", "traits", "offers_help", "agrees_to_safety_rules", "safety_rules_agreed_at", "matches_told_at"])
        .personal(&["moderation_message", "schedule", "revision", "revision_message"])
        .personal_where("asker_id is not null or vacancy_type = 'help_request'", &["title", "slug", "summary", "description", "requirements", "offer", "expenses", "youtube_url", "image_url", "tags", "languages", "city", "postal_code", "latitude", "longitude", "image_alt", "availability", "dates", "places", "skills", "gains", "for_groups", "help_kind", "help_frequency"])
        .about(&["asker_id"])
        .labelled("title"),
    Facts::of("vacancy_bulk_edits", Group::Matching)
        .shown(&["id", "state", "total", "processed", "changed", "unchanged", "failed", "undo_until", "maker", "attempts", "created_by_id", "volunteer_center_id", "organization_id", "version", "created_at", "updated_at"])
        .personal(&["attributes"])
        .about(&["created_by_id"]),
    Facts::of("vacancy_bulk_items", Group::Matching)
        .shown(&["id", "bulk_edit_id", "vacancy_id", "state", "is_held", "code", "version", "created_at", "updated_at", "read_version"])
        .personal(&["changes", "detail"]),
    Facts::of("vacancy_imports", Group::Matching)
        .shown(&["vacancy_id", "withdrawn_at", "seen_at"])
        .personal(&["content"])
        .closed(&["digest"]),
    Facts::of("vacancy_questions", Group::Matching)
        .shown(&["id", "vacancy_id", "position", "text", "kind", "options", "is_required"]),
    Facts::of("vacancy_sources", Group::Matching)
        .shown(&["id", "volunteer_center_id", "organization_id", "next_at", "last_read_at", "last_outcome", "version", "created_at", "paused", "last_failed", "updated_at"])
        .personal(&["url", "last_result"])
        .closed(&["etag"]),
    Facts::of("vacancy_templates", Group::Matching)
        .shown(&["id", "organization_id", "name", "version", "created_at", "updated_at"])
        .personal(&["content"]),
    Facts::of("addresses", Group::Organisations)
        .shown(&["id", "city", "country", "version", "created_at", "updated_at", "is_home", "is_exact"])
        .personal(&["street", "house_number", "postal_code", "latitude", "longitude"]),
    Facts::of("organization_merges", Group::Organisations)
        .shown(&["id", "organization_id", "into_id", "status", "undone_at", "created_at"])
        .personal(&["moved"]),
    Facts::of("organization_moves", Group::Organisations)
        .shown(&["organization_id", "volunteer_center_id"]),
    Facts::of("organization_profiles", Group::Organisations)
        .shown(&["id", "non_profit_type_id", "show_on_social_map", "activity_type_ids", "version", "created_at", "updated_at", "audiences", "languages", "wheelchair_accessible", "accessible_toilet", "opening_hours", "opening_note", "places"]),
    Facts::of("organization_suggestions", Group::Organisations)
        .shown(&["id", "volunteer_center_id", "organization_id", "handled", "version", "created_at", "updated_at"])
        .personal(&["email"])
        .closed(&["message"]),
    Facts::of("organizations", Group::Organisations)
        .shown(&["id", "organization_type", "status", "neighbourhood_initiative", "anbi", "trusted", "denial_reason", "denials", "denied_at", "approved_at", "archived_at", "deleted_at", "verified_at", "last_confirmed_at", "response_days", "vacancies_count", "origin", "volunteer_center_id", "address_id", "profile_id", "version", "created_at", "updated_at", "mentor_approval", "purged_at", "mentors_see_all", "change_requested_at", "move_to_id", "move_requested_at", "merged_into_id", "confirmation_asked_at", "confirmation_letters", "unconfirmed_since", "on_social_map", "show_email", "show_phone_number", "show_website", "response_score", "household_of_id", "auto_confirms_hours"])
        .personal(&["email", "phone_number", "contact_name", "denial_text", "requested_change"])
        .personal_where("household_of_id is not null", &["name", "website", "description", "kvk_number", "external_id", "logo_url", "photo_url", "photo_alt"])
        .about(&["household_of_id"])
        .labelled("name"),
    Facts::of("places", Group::Organisations)
        .shown(&["id", "volunteer_center_id", "organization_id", "name", "is_step_free", "has_accessible_toilet", "has_disabled_parking", "has_hearing_loop", "has_quiet_room", "version", "created_at", "updated_at"])
        .personal(&["address", "directions"])
        .labelled("name"),
    Facts::of("analytics_cells", Group::Site)
        .shown(&["volunteer_center_id", "measure", "dimension", "period", "hidden"])
        .closed(&["value", "events", "amount"]),
    Facts::of("analytics_days", Group::Site)
        .shown(&["volunteer_center_id", "measure", "day", "organization_id", "theme_id", "is_kept"])
        .closed(&["postal_code_4", "detail", "events", "amount", "people"]),
    Facts::of("analytics_public", Group::Site)
        .shown(&["volunteer_center_id", "measure", "period", "events"]),
    Facts::of("analytics_runs", Group::Site)
        .shown(&["id", "counted_at", "rebuilt_on"]),
    Facts::of("content_blocks", Group::Site)
        .shown(&["id", "page_id", "position", "block_type", "ground", "is_hidden", "version", "created_at", "updated_at"])
        .personal(&["content"]),
    Facts::of("form_invitation_links", Group::Site)
        .shown(&["invitation_id"])
        .closed(&["token_hash"]),
    Facts::of("form_invitations", Group::Site)
        .shown(&["id", "form_id", "answered_at", "reminded_at", "created_at"])
        .personal(&["email"]),
    Facts::of("form_questions", Group::Site)
        .shown(&["id", "form_id", "position", "key", "text", "text_en", "hint", "hint_en", "question_type", "required", "long_answer", "options", "options_en", "show_if_key", "show_if_operator", "show_if_value", "is_hidden"]),
    Facts::of("form_submissions", Group::Site)
        .shown(&["id", "form_id", "volunteer_center_id", "organization_id", "user_id", "status", "locale", "assignee_id", "version", "created_at", "updated_at"])
        .personal(&["name", "email"])
        .closed(&["answers", "search", "ip_hash", "note", "replies"])
        .about(&["user_id"]),
    Facts::of("forms", Group::Site)
        .shown(&["id", "volunteer_center_id", "organization_id", "title", "title_en", "description", "description_en", "status", "access_permission", "is_contact", "confidential", "opens_on", "closes_on", "most_submissions", "thanks", "thanks_en", "sends_receipt", "owner_id", "retention_months", "created_by_id", "version", "created_at", "updated_at", "thanks_page_id", "erases_after_close"])
        .closed(&["token"])
        .labelled("title"),
    Facts::of("legal_texts", Group::Site)
        .shown(&["id", "kind", "edition", "text", "text_en", "change_note", "volunteer_center_id", "version", "created_at", "updated_at"]),
    Facts::of("menu_items", Group::Site)
        .shown(&["id", "menu", "name", "name_en", "link_type", "page_id", "system_page", "parent_id", "position", "volunteer_center_id", "version", "created_at", "updated_at"])
        .labelled("name"),
    Facts::of("newsletter_recipients", Group::Site)
        .shown(&["newsletter_id", "subscriber_id", "status", "outbox_id", "queued_at", "unsubscribed_at"])
        .personal(&["reason"]),
    Facts::of("newsletter_subscribers", Group::Site)
        .shown(&["id", "volunteer_center_id", "user_id", "locale", "frequency", "status", "edition", "confirm_until", "confirmed_at", "left_at", "version", "created_at", "updated_at"])
        .personal(&["email", "first_name"])
        .closed(&["confirm_hash", "preferences_token"])
        .about(&["user_id"]),
    Facts::of("newsletters", Group::Site)
        .shown(&["id", "volunteer_center_id", "title", "subject", "preheader", "blocks", "subject_en", "preheader_en", "blocks_en", "is_archived", "status", "send_at", "started_at", "finished_at", "send_until", "tested_at", "resumed_at", "resumed_from", "sent_by", "last_batch_at", "per_minute", "delivered_before", "bounced_before", "skipped_before", "unsubscribed_before", "created_by_id", "updated_by_id", "version", "created_at", "updated_at"])
        .personal(&["segment"])
        .labelled("title"),
    Facts::of("notification_templates", Group::Site)
        .shown(&["id", "kind", "locale", "volunteer_center_id", "subject", "intro", "body", "version", "created_at", "updated_at"]),
    Facts::of("page_preview_tokens", Group::Site)
        .shown(&["id", "page_id", "expires_at", "created_at"])
        .closed(&["token_hash"]),
    Facts::of("page_redirects", Group::Site)
        .shown(&["volunteer_center_id", "locale", "slug", "page_id", "created_at"]),
    Facts::of("page_uploads", Group::Site)
        .shown(&["page_id", "upload_id"]),
    Facts::of("page_versions", Group::Site)
        .shown(&["id", "page_id", "number", "is_published", "is_closed", "actor_id", "at"])
        .personal(&["fields", "blocks"])
        .about(&["actor_id"]),
    Facts::of("page_words", Group::Site)
        .shown(&["id"])
        .closed(&["word", "letters"]),
    Facts::of("pages", Group::Site)
        .shown(&["id", "volunteer_center_id", "title", "slug", "locale", "page_type", "page_layout", "show_title_on_page", "summary", "featured", "meta_title", "meta_description", "og_title", "og_description", "og_image_id", "tags", "image_id", "image_stock", "image_alt", "translation_of_id", "published_at", "published_number", "has_unpublished_changes", "created_by_id", "version", "created_at", "updated_at", "deleted_at"])
        .personal(&["author_name"])
        .labelled("title"),
    Facts::of("published_newsletters", Group::Site)
        .shown(&["id", "volunteer_center_id", "subject", "subject_en", "preheader", "preheader_en", "html", "html_en", "sent_at", "version", "created_at", "updated_at"]),
    Facts::of("published_pages", Group::Site)
        .shown(&["id", "page_id", "volunteer_center_id", "number", "title", "slug", "locale", "page_type", "page_layout", "show_title_on_page", "summary", "featured", "meta_title", "meta_description", "og_title", "og_description", "og_image_url", "tags", "image_url", "image_alt", "published_at", "publish_at", "unpublish_at", "version", "created_at", "updated_at", "planned_unpublish_at"])
        .personal(&["author_name", "blocks"])
        .labelled("title"),
    Facts::of("search_counts", Group::Site)
        .shown(&["volunteer_center_id", "day", "has_results", "count"])
        .personal(&["words"]),
    Facts::of("search_synonyms", Group::Site)
        .shown(&["id", "words", "volunteer_center_id", "version", "created_at", "updated_at"]),
    Facts::of("search_words", Group::Site)
        .shown(&["id", "is_place"])
        .closed(&["word", "letters"]),
    Facts::of("stock_images", Group::Site)
        .shown(&["id", "name", "description", "short_description", "keywords", "image_url", "credit", "volunteer_center_id", "version", "created_at", "updated_at"])
        .labelled("name"),
    Facts::of("switched_off_mails", Group::Site)
        .shown(&["id", "kind", "volunteer_center_id", "created_at"]),
    Facts::of("taxonomies", Group::Site)
        .shown(&["id", "kind", "key", "name_nl", "name_en", "icon", "position", "archived", "volunteer_center_id", "version", "created_at", "updated_at"])
        .labelled("name_nl"),
    Facts::of("themes", Group::Site)
        .shown(&["id", "font_sans", "font_heading", "css_variables", "primary_color_preset", "primary_shades", "secondary_color_preset", "secondary_shades", "tertiary_color_preset", "tertiary_shades", "muted_color_preset", "background_color", "text_color", "default_shape", "header_full_width", "header_variant", "header_sticky", "header_language_toggle", "header_center_menu_items", "footer_variant", "allow_inactive_users", "enable_moving_organizations", "staging", "version", "created_at", "updated_at"]),
    Facts::of("traffic_counts", Group::Site)
        .shown(&["volunteer_center_id", "day", "kind", "source", "count"]),
    Facts::of("uploads", Group::Site)
        .shown(&["id", "kind", "content_type", "is_decorative", "width", "height", "focus_x", "focus_y", "color", "size", "unused_since", "created_by_id", "volunteer_center_id", "version", "created_at", "updated_at", "stock_image_id", "replaced_at"])
        .personal(&["name", "alt"])
        .closed(&["url", "urls", "file"])
        .about(&["created_by_id"]),
    Facts::of("view_counts", Group::Site)
        .shown(&["subject_type", "subject_id", "day", "count"]),
    Facts::of("volunteer_center_profiles", Group::Site)
        .shown(&["id", "website_logo_url", "website_logo_dark_mode_url", "favicon_url", "gtag_id", "primary_color", "secondary_color", "tertiary_color", "muted_color", "background_color", "text_color", "footer_column_1_title", "footer_column_1_content", "footer_column_2_title", "footer_column_2_content", "footer_column_3_title", "footer_column_3_content", "footer_column_4_title", "footer_column_4_content", "footer_column_6_title", "footer_column_6_content", "footer_column_8_title", "footer_column_8_content", "show_anbi_logo", "show_nov_logo", "version", "created_at", "updated_at", "footer_column_1_title_en", "footer_column_1_content_en", "footer_column_2_title_en", "footer_column_2_content_en", "footer_column_3_title_en", "footer_column_3_content_en", "footer_column_4_title_en", "footer_column_4_content_en", "footer_column_6_title_en", "footer_column_6_content_en", "footer_column_8_title_en", "footer_column_8_content_en", "help_intro", "help_intro_en", "help_lines", "help_lines_en"])
        .personal(&["contact_name", "contact_role", "contact_email", "contact_phone", "contact_photo_url", "contact_text", "contact_text_en"]),
    Facts::of("volunteer_centers", Group::Site)
        .shown(&["id", "name", "locale", "host", "is_default", "review_vacancies", "allow_guest_applications", "address_id", "profile_id", "theme_id", "version", "created_at", "updated_at", "minimum_age", "peer_to_peer", "volunteer_profiles", "activities", "wording", "remind_after_days", "tell_after_days", "chase_after_days", "close_after_days", "hosts", "check_grace_days"])
        .personal(&["email", "phone_number"])
        .labelled("name"),
    Facts::of("year_reports", Group::Site)
        .shown(&["id", "volunteer_center_id", "year", "recipient_nl", "recipient_en", "intro_nl", "intro_en", "setbacks_nl", "setbacks_en", "demand_nl", "demand_en", "goals", "version", "created_at", "updated_at"])
        .personal(&["stories"])
        .labelled("year"),
    Facts::of("changelog_entries", Group::Site)
        .shown(&["id", "date", "release", "kinds", "audiences", "title_nl", "title_en", "text_nl", "text_en", "link_path", "link_text_nl", "link_text_en", "published", "published_at", "version", "created_at", "updated_at"])
        .labelled("title_nl"),
    Facts::of("changelog_imports", Group::System)
        .shown(&["key", "created_at"]),
    Facts::of("changelog_reads", Group::System)
        .shown(&["user_id", "read_at"]),
    Facts::of("api_keys", Group::System)
        .shown(&["id", "volunteer_center_id", "organization_id", "name", "scopes", "created_by_id", "created_at", "updated_at", "expires_at", "last_used_at", "revoked_at", "version"])
        .closed(&["prefix", "token_hash"])
        .labelled("name"),
    Facts::of("attempts", Group::System)
        .shown(&["at"])
        .closed(&["key"]),
    Facts::of("audit_event_counts", Group::System)
        .shown(&["volunteer_center_id", "events"]),
    Facts::of("audit_events", Group::System)
        .shown(&["id", "actor_id", "action", "subject_type", "subject_id", "at", "volunteer_center_id", "impersonator_id", "api_key_id", "version", "created_at", "updated_at"])
        .personal(&["detail", "data"])
        .about(&["actor_id"]),
    Facts::of("center_digests", Group::System)
        .shown(&["volunteer_center_id", "kind", "period", "sent_at"]),
    Facts::of("data_viewer_disclosures", Group::System)
        .shown(&["id", "user_id", "session_id", "table_name", "row_id", "reason", "expires_at", "created_at"])
        .personal(&["explanation"])
        .about(&["user_id"]),
    Facts::of("dkim_keys", Group::System)
        .shown(&["domain", "selector", "created_at"])
        .closed(&["private_key"]),
    Facts::of("erasures", Group::System)
        .shown(&["id", "kind", "at", "scrubbed_at"]),
    Facts::of("exports", Group::System)
        .shown(&["id", "resource", "format", "state", "maker", "attempts", "rows", "volunteer_center_id", "organization_id", "created_by_id", "expires_at", "version", "created_at", "updated_at"])
        .personal(&["filter"])
        .closed(&["content"])
        .about(&["created_by_id"]),
    Facts::of("feed_tokens", Group::System)
        .shown(&["id", "user_id", "feed", "created_at", "revoked_at"])
        .closed(&["token_hash"]),
    Facts::of("idempotency_keys", Group::System)
        .shown(&["status", "created_at"])
        .closed(&["key_hash", "fingerprint", "location", "body"]),
    Facts::of("imports", Group::System)
        .shown(&["id", "resource", "state", "rows", "volunteer_center_id", "created_by_id", "finished_at", "version", "created_at", "updated_at", "processed", "refused", "maker", "attempts"])
        .personal(&["file_name", "columns"])
        .closed(&["content", "report", "result"])
        .about(&["created_by_id"]),
    Facts::of("inbound_mail", Group::System)
        .shown(&["id", "domain"])
        .closed(&["key"]),
    Facts::of("keyed_ids", Group::System)
        .shown(&["id"])
        .closed(&["key"]),
    Facts::of("known_devices", Group::System)
        .shown(&["user_id", "created_at", "used_at"])
        .closed(&["device_hash"]),
    Facts::of("mail_bounces", Group::System)
        .shown(&["count", "bounced_at", "reported_at"])
        .personal(&["email", "last_error"]),
    Facts::of("mail_holds", Group::System)
        .shown(&["id", "since", "why", "released_before"]),
    Facts::of("mail_unsubscriptions", Group::System)
        .shown(&["kind", "created_at"])
        .personal(&["email"]),
    Facts::of("outbox", Group::System)
        .shown(&["id", "kind", "locale", "subject_type", "subject_id", "mandatory", "volunteer_center_id", "status", "attempts", "next_attempt_at", "claimed_at", "sent_at", "created_at"])
        .personal(&["to_email", "to_name", "last_error"])
        .closed(&["data", "fingerprint", "message_id", "unsubscribe_token", "claimed_by"]),
    Facts::of("passkey_challenges", Group::System)
        .shown(&["session_id", "created_at", "expires_at"])
        .closed(&["id", "purpose", "state"]),
    Facts::of("push_keys", Group::System)
        .shown(&["id", "created_at"])
        .closed(&["private_key"]),
    Facts::of("push_messages", Group::System)
        .shown(&["id", "subscription_id", "due_at", "attempts", "sent_at", "created_at"])
        .closed(&["tag", "body", "url"]),
    Facts::of("push_subscriptions", Group::System)
        .shown(&["id", "user_id", "session_id", "failures", "last_sent_at", "version", "created_at", "updated_at"])
        .personal(&["label"])
        .closed(&["endpoint", "p256dh", "auth"])
        .about(&["user_id"]),
    Facts::of("recovery_codes", Group::System)
        .shown(&["id", "user_id", "created_at", "used_at"])
        .closed(&["code_hash"]),
    Facts::of("refinery_schema_history", Group::System)
        .shown(&["version", "name", "applied_on", "checksum"]),
    Facts::of("row_versions", Group::System)
        .shown(&["id", "subject_type", "subject_id", "number", "actor_id", "at"])
        .personal(&["changes"])
        .closed(&["data"])
        .about(&["actor_id"]),
    Facts::of("scheduled_effects", Group::System)
        .shown(&["subject_type", "subject_id", "event", "due_at", "done_at"]),
    Facts::of("second_factors", Group::System)
        .shown(&["id", "user_id", "kind", "last_step", "rp_id", "created_at", "confirmed_at", "last_used_at"])
        .personal(&["name"])
        .closed(&["secret", "credential_id", "credential"])
        .about(&["user_id"]),
    Facts::of("sessions", Group::System)
        .shown(&["id", "user_id", "created_at", "used_at", "expires_at", "revoked_at", "version", "updated_at", "second_factor_at", "impersonator_id", "parent_session_id"])
        .personal(&["user_agent", "device", "impersonation_reason"])
        .closed(&["client", "token_hash", "device_hash"])
        .about(&["user_id"]),
    Facts::of("settings", Group::System)
        .shown(&["name"])
        .closed(&["value"]),
    Facts::of("signup_attempts", Group::System)
        .shown(&["created_at", "expires_at"])
        .personal(&["email"])
        .closed(&["password_hash"]),
    Facts::of("tenant_settings", Group::System)
        .shown(&["id", "context", "app_name", "header_scale", "peer_to_peer", "volunteer_profiles", "activities", "wording", "version", "created_at", "updated_at"]),
    Facts::of("tokens", Group::System)
        .shown(&["id", "purpose", "subject_type", "subject_id", "created_at", "expires_at", "used_at", "is_old"])
        .personal(&["email"])
        .closed(&["token_hash", "data"]),
    Facts::of("transitions", Group::System)
        .shown(&["id", "subject_type", "subject_id", "event", "from_state", "to_state", "actor_id", "on_behalf", "reason_code", "at", "impersonator_id"])
        .personal(&["reason_text"])
        .about(&["actor_id"]),
];

/// Tables that no row is shown of: indexes of words with their parts, and samples of the query planner.
pub const CLOSED: &[&str] = &[
    "applicant_names_search",
    "applicant_names_search_config",
    "applicant_names_search_data",
    "applicant_names_search_idx",
    "organizations_search",
    "organizations_search_config",
    "organizations_search_content",
    "organizations_search_data",
    "organizations_search_idx",
    "published_pages_search",
    "published_pages_search_config",
    "published_pages_search_data",
    "published_pages_search_docsize",
    "published_pages_search_idx",
    "sqlite_stat1",
    "sqlite_stat4",
    "users_search",
    "users_search_config",
    "users_search_content",
    "users_search_data",
    "users_search_idx",
    "vacancies_search",
    "vacancies_search_config",
    "vacancies_search_data",
    "vacancies_search_docsize",
    "vacancies_search_idx",
    "vacancies_titles",
    "vacancies_titles_config",
    "vacancies_titles_content",
    "vacancies_titles_data",
    "vacancies_titles_idx",
];
