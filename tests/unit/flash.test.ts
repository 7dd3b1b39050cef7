import { expect, test } from "vitest";
import { clearFlash, type Flash, flashHeaders, readFlash } from "~/lib/flash";

const origin = "https://kikoa.example";
const local = "http://localhost:8787";

const roundTrip = (flash: Flash, at = origin) =>
	readFlash(at, `a=b; ${flashHeaders(at, flash)["Set-Cookie"].split(";", 1)[0]}; c=d`);

test("the flash cookie is Secure only on https, because Safari drops Secure cookies on http://localhost", () => {
	expect(flashHeaders(origin, { message: "Removed." })["Set-Cookie"]).toMatch(
		/^__Host-flash=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=60$/,
	);
	expect(flashHeaders(local, { message: "Removed." })["Set-Cookie"]).toMatch(
		/^flash=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=60$/,
	);
	expect(clearFlash(local)["Set-Cookie"]).toBe("flash=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
	expect(roundTrip({ message: "Removed." }, local)).toMatchObject({ message: "Removed." });
	const plain = flashHeaders(local, { message: "Removed." })["Set-Cookie"];
	expect(readFlash(origin, plain), "a name that another host may set").toBeNull();
});

test("the result of an action is shown once, in any script, with its undo", () => {
	const undo = { action: "/dashboard/projects", fields: { intent: "restore", taskId: "tsk_1" } };
	expect(roundTrip({ message: "Removed “Ünïcode; 名前”.", undo })).toMatchObject({
		message: "Removed “Ünïcode; 名前”.",
		undo,
	});
	expect(roundTrip({ message: "a" })?.id).not.toBe(roundTrip({ message: "a" })?.id);
});

test("an undo too long for a cookie is left out, and the message stays", () => {
	const undo = { action: "/dashboard", fields: { text: "x".repeat(5_000) } };
	expect(roundTrip({ message: "Removed.", undo })).toMatchObject({ message: "Removed." });
	expect(roundTrip({ message: "Removed.", undo })?.undo).toBeUndefined();
});

test("a cookie that is not a flash message shows nothing", () => {
	const cookies = ["%", "null", "{}", '{"id":"a","message":1}', '{"id":"a","message":"m","undo":{"action":"//evil"}}'];
	for (const value of cookies) expect(readFlash(origin, `__Host-flash=${encodeURIComponent(value)}`)).toBeNull();
	expect(readFlash(origin, "__Host-flash=%E0%A4%A")).toBeNull();
	expect(readFlash(origin, null)).toBeNull();
});
