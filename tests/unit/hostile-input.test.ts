import fc from "fast-check";
import { expect, test } from "vitest";
import { parseEmail } from "~/features/accounts/email";
import { parseDomainName, parseSearch } from "~/features/domains/domain-name";
import { readSupportSettings } from "~/features/tickets/departments.schema";
import { canonicalPath } from "~/lib/canonical-path";
import { toE164 } from "~/lib/phone";
import { safeRedirect } from "~/lib/safe-redirect";
import { anyText } from "../support/any-text";

/** Every function that matches external text against a pattern. */
const readers = {
	canonicalPath,
	parseDomainName,
	parseEmail,
	parseSearch,
	readSupportSettings(text: string) {
		const form = new FormData();
		form.set("holidays", `2026-12-25 ${text}`);
		return readSupportSettings(form);
	},
	safeRedirect: (text: string) => safeRedirect(text, "/"),
	toE164: (text: string) => toE164(text, "Kenya"),
};

const pieces = ["a", "-", ".", "@", "/", "\\", "%25", " ", "0", "xn--", "www.", "é", "(", "+", "\t", ".."];

test.each(Object.entries(readers))("%s handles long repetitions without endless backtracking", (_, read) => {
	for (const piece of pieces) {
		for (const end of ["", "!", "\n", "@", "."]) {
			// A pattern that backtracks would not finish within the test's time at this length.
			expect(() => read(piece.repeat(50_000) + end)).not.toThrow();
		}
	}
});

test.each(Object.entries(readers))("%s handles any text", (_, read) => {
	fc.assert(
		fc.property(anyText(300), (text) => {
			read(text);
		}),
	);
});
