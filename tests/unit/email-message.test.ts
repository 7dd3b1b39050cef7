import { expect, test } from "vitest";
import { headerText, InvalidMessage, Message, subjectLimit } from "~/lib/email-message";
import { mailParts } from "../support/mail-parts";

const breaks = ["\r\nBcc: all@example.com", "\nX: y", "\r", "\0", "\u2028", "\u202e", "\u0085", "\u2066", "\u007f"];

test.each(breaks)("a header with %j is refused", (text) => {
	for (const name of ["from", "to", "replyTo", "subject"] as const) {
		expect(() => new Message({ ...mailParts, [name]: `${mailParts[name]}${text}` }), name).toThrow(InvalidMessage);
	}
});

test.each([
	"",
	"amina",
	"amina@",
	"a@b, c@d",
	"a@b;c@d",
	"Amina <a@b>",
	"a@b c@d",
	`"a b"@c`,
	"<a@b>",
	"a@b@c",
	"a:b@c",
	`${"a".repeat(250)}@example.com`,
])("%j is not a single bare address", (to) => {
	expect(() => new Message({ ...mailParts, to })).toThrow(InvalidMessage);
});

test("a subject is required and limited in length", () => {
	expect(() => new Message({ ...mailParts, subject: " " })).toThrow(InvalidMessage);
	expect(() => new Message({ ...mailParts, subject: "x".repeat(subjectLimit + 1) })).toThrow(InvalidMessage);
	expect(new Message({ ...mailParts, subject: "😀".repeat(subjectLimit) }).subject).toHaveLength(2 * subjectLimit);
});

test("a message has a text and an HTML part", () => {
	expect(() => new Message({ ...mailParts, html: "" })).toThrow(InvalidMessage);
	expect(() => new Message({ ...mailParts, text: "" })).toThrow(InvalidMessage);
});

test("header text becomes one line and is not encoded twice", () => {
	expect(headerText("Amina\r\nBcc: all@example.com")).toBe("Amina Bcc: all@example.com");
	expect(headerText("  a \t\n b  ")).toBe("a b");
	expect(headerText("\u202eevil\u2069")).toBe("evil");
	expect(headerText("{{7*7}} 😀 مرحبا")).toBe("{{7*7}} 😀 مرحبا");
	expect(headerText("half \ud83d emoji")).toBe("half \ufffd emoji");
});

test("header text is cut between characters", () => {
	expect(headerText("😀".repeat(10), 4)).toBe("😀😀😀…");
	expect(headerText("x".repeat(10_000))).toHaveLength(subjectLimit);
});

test.each(breaks)("the result of headerText for %j is a valid subject", (text) => {
	const subject = headerText(`before${text}after`);
	expect(new Message({ ...mailParts, subject }).subject).toMatch(/^before.*after$/);
});
