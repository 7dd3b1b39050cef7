import fc from "fast-check";
import { expect, test } from "vitest";
import { parseEmail } from "~/features/accounts/email";
import { webmailOf } from "~/features/accounts/webmail";

const canonical = (input: string) => {
	const parsed = parseEmail(input);
	return parsed.ok ? parsed.value : null;
};

test("all spellings of one mailbox give one address", () => {
	for (const spelling of ["A@x.co.ke", "a@X.CO.KE", "  a@x.co.ke ", "ａ@x.co.ke", "a@ｘ.co.ke", "a@x。co.ke"]) {
		expect(canonical(spelling), spelling).toBe("a@x.co.ke");
	}
});

test("a domain with non-ASCII letters keeps its own ASCII name, different from its Latin lookalike", () => {
	expect(canonical("a@bücher.example")).toBe("a@xn--bcher-kva.example");
	expect(canonical("a@аpple.com")).toBe("a@xn--pple-43d.com");
	expect(canonical("a@apple.com")).toBe("a@apple.com");
});

test.each([
	["a full-width @", "a＠x.com"],
	["a small @", "a﹫x.com"],
	["a zero-width space", "a\u200b@x.com"],
	["a soft hyphen", "a\u00ad@x.com"],
	["a direction mark", "a\u202e@x.com"],
	["a header injection", "a@x.com\r\nBcc: b@x.com"],
	["NUL", "a\0@x.com"],
	["a quoted local part", '"a b"@x.com'],
	["a space", "a b@x.com"],
	["two @", "a@b@x.com"],
	["no @", "a.x.com"],
	["nothing before", "@x.com"],
	["nothing after", "a@"],
	["one label", "a@localhost"],
	["an IP address", "a@127.0.0.1"],
	["an IP literal", "a@[127.0.0.1]"],
	["an IP address in clothes", "a@0x7f.1"],
	["a port", "a@x.com:25"],
	["a path", "a@x.com/y"],
	["an escape", "a@x%2ecom"],
	["an empty label", "a@x..com"],
	["a trailing dot", "a@x.com."],
	["a leading hyphen", "a@-x.com"],
	["dots in a row", "a..b@x.com"],
	["a leading dot", ".a@x.com"],
	["letters that mail can't be sent to", "амина@x.com"],
	["a local part of 65", `${"a".repeat(65)}@x.com`],
	["255 characters", `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(5)}.com`],
	["a novel", `${"a".repeat(100_000)}@x.com`],
	["nothing", "   "],
])("refused: %s", (_, input) => {
	expect(parseEmail(input).ok).toBe(false);
});

test("the canonical form of a canonical address is itself", () => {
	fc.assert(
		fc.property(
			fc.oneof(
				fc.emailAddress(),
				fc.string().map((text) => `${text}@x.com`),
			),
			(input) => {
				const once = canonical(input);
				if (once !== null) expect(canonical(once)).toBe(once);
			},
		),
	);
});

test("the webmail link is that of the address's provider, if it has one", () => {
	expect(webmailOf("a@gmail.com", "production")?.name).toBe("Gmail");
	expect(webmailOf("a@hotmail.com", "production")?.name).toBe("Outlook");
	expect(webmailOf("a@example.co.ke", "production")).toBeNull();
	expect(webmailOf("a@constructor", "production")).toBeNull();
	expect(webmailOf("a@gmail.com", "local")?.href).toBe("/dev/inbox");
});
