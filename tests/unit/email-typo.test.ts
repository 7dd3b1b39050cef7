import { expect, test } from "vitest";
import { correctEmail } from "~/features/accounts/email-typo";

test.each([
	["amina@gmial.com", "amina@gmail.com"],
	["Amina@gmal.com ", "amina@gmail.com"],
	["amina@gmaill.com", "amina@gmail.com"],
	["amina@gnail.com", "amina@gmail.com"],
	["amina@gmail.con", "amina@gmail.com"],
	["amina@gmail.co.ke", "amina@gmail.com"],
	["amina@gmailcom", "amina@gmail.com"],
	["amina@yaho.com", "amina@yahoo.com"],
	["amina@hotnail.com", "amina@hotmail.com"],
	["amina@outlok.com", "amina@outlook.com"],
])("%s was probably meant to be %s", (typed, meant) => {
	expect(correctEmail(typed)).toBe(meant);
});

test("other addresses are right as they are", () => {
	for (const right of ["gmail.com", "ymail.com", "mail.com", "yahoo.co.uk", "hotmail.fr", "duka.co.ke", "mail.co.ke"])
		expect(correctEmail(`amina@${right}`), right).toBeNull();
	for (const unfinished of ["", "amina", "amina@", "a@b@gmal.com"]) expect(correctEmail(unfinished)).toBeNull();
});
