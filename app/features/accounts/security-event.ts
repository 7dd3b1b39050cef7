export type SecurityEventKind =
	| "signed_in"
	| "wrong_password"
	| "wrong_code"
	| "passkey_refused"
	| "too_many_attempts"
	| "access_denied";
