import { expect, test } from "vitest";
import { describeDevice, describePlace } from "~/features/accounts/session";
import { bearerTokenOf, clearedSessionCookie, sessionCookie, sessionTokenOf } from "~/features/accounts/session-cookie";

const origin = "https://kikoa.example";
const token = "A".repeat(43);

test("the session cookie has its attributes", () => {
	expect(sessionCookie(origin, token, false)).toBe(`__Host-session=${token}; Path=/; HttpOnly; SameSite=Lax; Secure`);
	expect(sessionCookie(origin, token, true)).toBe(
		`__Host-session=${token}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000`,
	);
	expect(clearedSessionCookie(origin)).toBe("__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0");
});

test("only localhost over http has a session cookie without prefix and Secure", () => {
	expect(sessionCookie("http://localhost:8787", token, false)).toBe(`session=${token}; Path=/; HttpOnly; SameSite=Lax`);
	for (const other of ["https://localhost:8787", "http://localhost.evil.example", "http://192.168.1.2:8787"]) {
		expect(sessionCookie(other, token, false), other).toMatch(/^__Host-session=.*; Secure$/);
	}
});

test("the token is found among other cookies", () => {
	expect(sessionTokenOf(origin, `a=b; __Host-session=${token}; c=d`)).toBe(token);
	expect(sessionTokenOf("http://localhost:8787", `session=${token}`)).toBe(token);
	expect(sessionTokenOf(origin, null)).toBeNull();
	expect(sessionTokenOf(origin, `x__Host-session=${token}`)).toBeNull();
});

test("a token names its shard, and the first shard has no name", () => {
	expect(sessionTokenOf(origin, `__Host-session=2.${token}`)).toBe(`2.${token}`);
	expect(bearerTokenOf(`Bearer 12.${token}`)).toBe(`12.${token}`);
	for (const mark of ["0.", "1.", "02.", "10000.", "x.", "-2.", "2.2.", "."]) {
		expect(sessionTokenOf(origin, `__Host-session=${mark}${token}`), mark).toBeNull();
	}
});

test("a bearer token has our format, or is ignored", () => {
	expect(bearerTokenOf(`Bearer ${token}`)).toBe(token);
	expect(bearerTokenOf(`bearer ${token}`)).toBe(token);
	for (const other of [null, "", token, `Basic ${token}`, `Bearer ${token} x`, `Bearer ${token}x`]) {
		expect(bearerTokenOf(other)).toBeNull();
	}
});

test.each([
	[
		"Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
		"Chrome on Android",
	],
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
		"Safari on iOS",
	],
	[
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
		"Edge on Windows",
	],
	["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
	["curl/8.9.1", "curl"],
	["", "Unknown device"],
])("a user agent is described in words: %s", (userAgent, words) => {
	expect(describeDevice(userAgent)).toBe(words);
});

test("a place is described by city and country", () => {
	expect(describePlace({ country: "KE", city: "Kisumu" })).toBe("Kisumu, Kenya");
	expect(describePlace({ country: "KE", city: null })).toBe("Kenya");
	expect(describePlace({ country: "T1", city: null })).toBe("The Tor network");
	for (const country of [null, "XX", "kenya", "<b>"]) {
		expect(describePlace({ country, city: "Kisumu" })).toBe("Unknown place");
	}
});
