import { expect, test } from "vitest";
import { type Flash, flashHeaders, readFlash } from "~/lib/flash";

const roundTrip = (flash: Flash) => readFlash(`a=b; ${flashHeaders(flash)["Set-Cookie"].split(";", 1)[0]}; c=d`);

test("what an action did is told once, in any letters, with the way back", () => {
	const undo = { action: "/dashboard/projects", fields: { intent: "restore", taskId: "tsk_1" } };
	expect(roundTrip({ message: "Removed “Ünïcode; 名前”.", undo })).toMatchObject({
		message: "Removed “Ünïcode; 名前”.",
		undo,
	});
	expect(roundTrip({ message: "a" })?.id).not.toBe(roundTrip({ message: "a" })?.id);
});

test("a way back that no cookie can hold is left out rather than the message", () => {
	const undo = { action: "/dashboard", fields: { text: "x".repeat(5_000) } };
	expect(roundTrip({ message: "Removed.", undo })).toMatchObject({ message: "Removed." });
	expect(roundTrip({ message: "Removed.", undo })?.undo).toBeUndefined();
});

test("a cookie that is no flash says nothing", () => {
	const cookies = ["%", "null", "{}", '{"id":"a","message":1}', '{"id":"a","message":"m","undo":{"action":"//evil"}}'];
	for (const value of cookies) expect(readFlash(`__Host-flash=${encodeURIComponent(value)}`)).toBeNull();
	expect(readFlash("__Host-flash=%E0%A4%A")).toBeNull();
	expect(readFlash(null)).toBeNull();
});
