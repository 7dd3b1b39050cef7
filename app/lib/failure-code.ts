/**
 * Machine-readable reason, where the kind of a failure is not specific enough. The API sends it as `code`. Clients
 * compare it, so don't rename one that is in use.
 */
export type FailureCode =
	/** Sign-in and sessions. */
	| "already_verified"
	| "challenge_void"
	| "confirm_password"
	| "link_void"
	| "password_required"
	| "proof_required"
	| "signed_out"
	| "two_factor_required"
	| "unverified"
	/** The browser got no response. */
	| "unreachable"
	/** Cart and checkout. Those up to `unknown_term` are about a single line of the cart. */
	| "auth_code_invalid"
	| "auth_code_missing"
	| "availability_unknown"
	| "duplicate"
	| "extension_not_sold"
	| "invalid_name"
	| "name_missing"
	| "not_registered"
	| "not_renewable"
	| "addon_target"
	| "addon_unneeded"
	| "not_yours"
	| "price_unknown"
	| "quantity"
	| "reserved"
	| "sign_in"
	| "taken"
	| "unknown_product"
	| "unknown_term"
	| "already_ordered"
	| "already_yours"
	| "closing"
	| "empty"
	| "idempotency_key_reused"
	| "not_cancellable"
	| "price_changed"
	| "promo"
	| "promo_spent"
	| "too_many_plans"
	/** Payments. */
	| "already_paid"
	| "card_expired"
	| "card_gone"
	| "credit_short"
	| "not_payable"
	| "request_open"
	/** DNS. */
	| "record_gone"
	| "stale_zone"
	/** Hosting. */
	| "cancelled"
	| "changed_meanwhile"
	| "domain_used"
	| "not_running"
	| "record_missing"
	| "term_over"
	| "too_small"
	| "under_way"
	/** Enquiries: the form token. */
	| "early"
	| "unconfirmed";
