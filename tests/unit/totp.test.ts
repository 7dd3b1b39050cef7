import { expect, test } from "vitest";
import { newRecoveryCode, readRecoveryCode, recoveryCodeHash } from "~/features/two-factor/recovery-code";
import { qrOf } from "~/lib/qr";
import { createSealer } from "~/lib/seal";
import { matchingStep, totpCode, totpStep } from "~/lib/totp";

/** RFC 6238, appendix B: the last six of its eight digits. */
const secret = new TextEncoder().encode("12345678901234567890");

test.each([
	[59, "287082"],
	[1_111_111_109, "081804"],
	[1_111_111_111, "050471"],
	[1_234_567_890, "005924"],
	[2_000_000_000, "279037"],
	[20_000_000_000, "353130"],
])("RFC 6238: the code at second %i is %s", (second, code) => {
	expect(totpCode(secret, totpStep(second * 1_000))).toBe(code);
});

test("a code is valid for half a minute before and after its own period", () => {
	const now = 1_800_000_000_000;
	const step = totpStep(now);
	expect([-2, -1, 0, 1, 2].map((off) => matchingStep(secret, totpCode(secret, step + off), now))).toEqual([
		null,
		step - 1,
		step,
		step + 1,
		null,
	]);
	for (const wrong of ["", "12345", "1234567", "abcdef", "１２３４５６"])
		expect(matchingStep(secret, wrong, now)).toBeNull();
});

test("a recovery code can be typed in any case and spacing, and is hashed for one account", () => {
	const code = newRecoveryCode();
	expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
	const plain = readRecoveryCode(` ${code.toUpperCase().replaceAll("-", " ")} `);
	expect(plain).toBe(code.replaceAll("-", ""));
	expect(recoveryCodeHash("usr_a", plain ?? "")).toBe(recoveryCodeHash("usr_a", code));
	expect(recoveryCodeHash("usr_b", code)).not.toBe(recoveryCodeHash("usr_a", code));
	for (const wrong of ["", "123456", code.slice(1), `${code}a`, "aaaa-aaaa-aaaa-aaa1"])
		expect(readRecoveryCode(wrong)).toBeNull();
});

test("a sealed value opens only unchanged, with its own secret, purpose and context", async () => {
	const sealer = createSealer(["today's secret", "the one before"], "a purpose");
	const sealed = await sealer.seal("jambo", "usr_a");
	expect(sealed).not.toBe(await sealer.seal("jambo", "usr_a"));
	expect(await sealer.open(sealed, "usr_a")).toBe("jambo");
	expect(await sealer.open(sealed, "usr_b")).toBeNull();
	expect(await createSealer(["today's secret"], "another").open(sealed, "usr_a")).toBeNull();
	const before = await createSealer(["the one before"], "a purpose").seal("jambo", "usr_a");
	expect(await sealer.open(before, "usr_a")).toBe("jambo");
	const flipped = `${sealed.slice(0, -3)}${sealed.at(-3) === "A" ? "B" : "A"}${sealed.slice(-2)}`;
	for (const wrong of ["", "a", flipped, "x".repeat(5_000), "%%%"])
		expect(await sealer.open(wrong, "usr_a")).toBeNull();
});

test("a QR code is drawn as runs within its view box", () => {
	const { size, path } = qrOf("otpauth://totp/Kikoa:amina@example.com?secret=ABC&issuer=Kikoa");
	expect(path).toMatch(/^(M\d+ \d+h(\d+)v1h-\d+z)+$/);
	const columns = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].flatMap(([, x, y, width]) => [
		Number(x) + Number(width) - 1,
		Number(y),
	]);
	expect(Math.max(...columns)).toBeLessThan(size - 1);
});
