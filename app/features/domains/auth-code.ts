import { err, ok, type Result } from "~/lib/result";

/** Characters. The cart's limit, far above those of registries. */
export const maxAuthCode = 128;

/**
 * Validates the form of an authorization code: printable ASCII without spaces (RFC 9154, section 4.1). Registries set the
 * length. Their shortest codes have 6 characters.
 */
export function parseAuthCode(typed: string): Result<string, string> {
	const code = typed.trim();
	if (code === "") return err("Enter the authorization code from your current registrar.");
	if (/\s/.test(code)) return err("An authorization code has no spaces. Copy it again without them.");
	if (!/^[\x21-\x7e]+$/.test(code))
		return err("An authorization code has only plain letters, digits and symbols. Copy it instead of typing it.");
	if (code.length < 6) return err("An authorization code has at least 6 characters. Copy all of it.");
	if (code.length > maxAuthCode) return err(`An authorization code has at most ${maxAuthCode} characters.`);
	return ok(code);
}
