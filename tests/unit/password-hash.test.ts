import { encodeHexLowerCase } from "@oslojs/encoding";
import { expect, test, vi } from "vitest";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import { createArgon2idHasher } from "~/platform/password/argon2id";
import { parsePhc } from "~/platform/password/phc";
import { loadArgon2id } from "~/platform/password/wasm.node";
import { expectConsoleError } from "../support/fail-on-console";
import { readModules } from "../support/module-graph";

const pepper = "a pepper for tests, long enough to be one";
const hasher = createArgon2idHasher({ load: loadArgon2id, peppers: [pepper] });

test("the Argon2id test vector of RFC 9106, section 5.3, gives its hash", async () => {
	const compute = await loadArgon2id();
	const tag = compute({
		password: new Uint8Array(32).fill(1),
		salt: new Uint8Array(16).fill(2),
		secret: new Uint8Array(8).fill(3),
		ad: new Uint8Array(12).fill(4),
		memorySize: 32,
		passes: 3,
		parallelism: 4,
		tagLength: 32,
	});
	expect(encodeHexLowerCase(tag)).toBe("0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659");
});

test("a password matches only its own hash", async () => {
	const stored = await hasher.hash("correct horse");
	expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=/);
	expect(parsePhc(stored)).toMatchObject({ salt: { length: 16 }, tag: { length: 32 } });
	expect(await hasher.verify("correct horse", stored)).toEqual({ matches: true, stale: false });
	expect(await hasher.verify("correct horsf", stored)).toEqual({ matches: false, stale: false });
	expect(await hasher.verify("", stored)).toEqual({ matches: false, stale: false });
});

test("two hashes of one password differ", async () => {
	expect(await hasher.hash("correct horse")).not.toBe(await hasher.hash("correct horse"));
});

test("composed and decomposed characters are the same password", async () => {
	const stored = await hasher.hash("Amélie Amélie");
	expect(await hasher.verify("Ame\u0301lie Ame\u0301lie", stored)).toMatchObject({ matches: true });
});

test("a hash with a former pepper still matches and is reported as stale", async () => {
	const stored = await hasher.hash("correct horse");
	const rotated = createArgon2idHasher({
		load: loadArgon2id,
		peppers: ["today's pepper, another one altogether", pepper],
	});
	expect(await rotated.verify("correct horse", stored)).toEqual({ matches: true, stale: true });
});

test("a hash with an unknown pepper never matches", async () => {
	expectConsoleError();
	const other = createArgon2idHasher({ load: loadArgon2id, peppers: ["another pepper, of another installation"] });
	expect(await other.verify("correct horse", await hasher.hash("correct horse"))).toEqual({
		matches: false,
		stale: false,
	});
});

test("a stored hash with excessive cost parameters is refused before any work", async () => {
	expectConsoleError();
	const load = vi.fn(loadArgon2id);
	const guarded = createArgon2idHasher({ load, peppers: [pepper] });
	const stored = await hasher.hash("correct horse");
	for (const hostile of [
		"m=4194304,t=2,p=1",
		"m=19456,t=4000000000,p=1",
		"m=19456,t=2,p=200",
		"m=8,t=1,p=1",
		"m=-1,t=2,p=1",
	]) {
		const crafted = stored.replace(/m=\d+,t=\d+,p=\d+/, hostile);
		expect(await guarded.verify("correct horse", crafted)).toEqual({ matches: false, stale: false });
	}
	expect(load).not.toHaveBeenCalled();
});

test("a text that is not a hash never matches", async () => {
	expectConsoleError();
	for (const junk of [
		"",
		"none",
		"$argon2i$v=19$m=19456,t=2,p=1$x$y",
		"$2b$10$abcdefghijklmnopqrstuv",
		"x".repeat(100_000),
	]) {
		expect(await hasher.verify("correct horse", junk)).toEqual({ matches: false, stale: false });
	}
});

test("hashing that can't be loaded throws, without a weaker fallback", async () => {
	const broken = createArgon2idHasher({ load: () => Promise.reject(new Error("no wasm")), peppers: [pepper] });
	await expect(broken.hash("correct horse")).rejects.toThrow(ServiceUnavailable);
});

test("no module uses PBKDF2, which Workers limit to 100,000 rounds", () => {
	const found = readModules().filter(({ source }) => /pbkdf2/i.test(source));
	expect(found.map(({ file }) => file)).toEqual([]);
});
