import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { aClient, mailsOf, newestToken } from "../support/accounts";
import { aCustomer, aSession, testPassword, testServices } from "../support/factories";

type Options = { headers?: Record<string, string>; origin?: string };

function post(path: string, body?: unknown, { headers = {}, origin = "https://kikoa.test" }: Options = {}) {
	return exports.default.fetch(
		new Request(`https://kikoa.test/api/userauth/${path}`, {
			method: "POST",
			headers: { "Content-Type": "application/json", Origin: origin, "CF-Connecting-IP": aClient().key, ...headers },
			...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
		}),
	);
}

const person = (email: string) => ({
	firstName: "Achieng",
	lastName: "Odhiambo",
	country: "Kenya",
	email,
	password: testPassword,
	terms: true,
});

test("a client registers, verifies and gets a bearer token", async () => {
	const email = "journey@example.co.ke";
	const registered = await post("register", person(email));
	expect([registered.status, await registered.json()]).toEqual([
		201,
		{ message: "We have sent a verification link to journey@example.co.ke." },
	]);

	const early = await post("login", { email, password: testPassword });
	expect([early.status, await early.json()]).toMatchObject([
		403,
		{ error: expect.stringMatching(/verify/), code: "unverified" },
	]);

	const [browser = ""] = registered.headers.get("Set-Cookie")?.split(";") ?? [];
	expect(browser).toMatch(/^__Host-registration=[\w-]{43}$/);
	const link = `verify-email?token=${await newestToken(email, "verify")}`;
	const elsewhere = await post(link);
	expect([elsewhere.status, await elsewhere.json()]).toMatchObject([401, { code: "password_required" }]);
	const guessed = await post(link, { password: "some other password" });
	expect([guessed.status, await guessed.json()]).toMatchObject([400, { error: expect.stringMatching(/password/) }]);
	const verified = await post(link, undefined, { headers: { Cookie: browser } });
	expect(verified.status).toBe(200);
	expect(await verified.json()).toMatchObject({
		message: expect.any(String),
		token: expect.any(String),
		user: { email },
	});
	expect(verified.headers.get("Set-Cookie")).toMatch(/^__Host-session=/);

	const login = await post("login", { email, password: testPassword, remember: true });
	expect(login.status).toBe(200);
	expect(login.headers.get("Cache-Control")).toContain("no-store");
	const { token, user, ...rest } = (await login.json()) as { token: string; user: Record<string, unknown> };
	expect(rest).toEqual({ message: "You are signed in." });
	expect(Object.keys(user)).toEqual(["id", "email", "firstName", "lastName", "country", "currency"]);
	const viewer = testServices().sessions.viewer({ cookie: null, authorization: `Bearer ${token}` });
	expect(await viewer.customer()).toMatchObject({ email });

	const logout = await post("logout", undefined, { headers: { Authorization: `Bearer ${token}` } });
	expect(logout.status).toBe(200);
	const after = testServices().sessions.viewer({ cookie: null, authorization: `Bearer ${token}` });
	expect(await after.customer()).toBeNull();
});

test("the sign-in cookie has its attributes, remembered and not", async () => {
	const { email } = await aCustomer({ password: testPassword });
	const cookieOf = async (remember: unknown) =>
		(await post("login", { email, password: testPassword, remember })).headers.getSetCookie()[0];
	const attributes = /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/;
	expect(await cookieOf(false)).toMatch(attributes);
	expect(await cookieOf(undefined)).toMatch(attributes);
	expect(await cookieOf("false")).toMatch(attributes);
	expect(await cookieOf(true)).toMatch(/; Secure; Max-Age=2592000$/);
});

test("signing in ends the browser's previous session and starts a new one", async () => {
	const user = await aCustomer({ password: testPassword });
	const before = await aSession(user);
	const login = await post(
		"login",
		{ email: user.email, password: testPassword },
		{ headers: { Cookie: before.cookie } },
	);
	expect(login.headers.get("Set-Cookie")).not.toContain(before.token);
	expect(await testServices().sessions.viewer({ cookie: before.cookie }).customer()).toBeNull();
	const planted = `__Host-session=${"a".repeat(43)}`;
	const again = await post("login", { email: user.email, password: testPassword }, { headers: { Cookie: planted } });
	expect(again.headers.get("Set-Cookie")).not.toContain("a".repeat(43));
});

test("a client requests a reset link and sets a new password", async () => {
	const user = await aCustomer({ password: testPassword });
	const answers = await Promise.all(
		[user.email, "nobody@example.com"].map(async (email) => {
			const response = await post("forgot-password", { email });
			return [response.status, JSON.stringify(await response.json()).replace(email, "…")];
		}),
	);
	expect(answers[0]).toEqual(answers[1]);
	expect(answers[0]?.[0]).toBe(200);
	const token = await newestToken(user.email, "reset");
	const reset = await post("reset-password", { token, newPassword: "a harvest of new words" });
	expect([reset.status, await reset.json()]).toEqual([200, { message: "Password reset successful" }]);
	const again = await post("reset-password", { token, newPassword: "another harvest of words" });
	expect([again.status, await again.json()]).toMatchObject([400, { error: expect.any(String), code: "link_void" }]);
});

test("missing, doubled and malformed tokens are 400s with a message", async () => {
	const answerOf = async (response: Response) => [
		response.status,
		((await response.json()) as { error: string }).error,
	];
	expect(await answerOf(await post("verify-email"))).toEqual([400, "Verification token not found."]);
	expect(await answerOf(await post("reset-password", { newPassword: testPassword }))).toEqual([
		400,
		"Reset token missing.",
	]);
	for (const query of [
		"?token=",
		"?token=a&token=b",
		"?token[]=a",
		"?token=%00",
		`?token=${"x".repeat(3_000)}`,
		"?token=%F0%9F%A6%92",
	]) {
		const response = await post(`verify-email${query}`);
		expect([query, response.status]).toEqual([query, 400]);
		expect(await response.json()).toMatchObject({ error: expect.any(String) });
	}
	for (const token of [["a"], { a: 1 }, 7, null]) {
		expect((await post("reset-password", { token, newPassword: testPassword })).status).toBe(400);
	}
});

test("a body that is not the expected JSON is a 400", async () => {
	for (const body of ["", "{", "null", "[]", '"x"', "7", `${"[".repeat(10_000)}${"]".repeat(10_000)}`]) {
		for (const path of ["register", "login", "forgot-password", "reset-password", "resend-verification"]) {
			const response = await post(path, body);
			expect([path, body.slice(0, 10), response.status]).toEqual([path, body.slice(0, 10), 400]);
			expect(await response.json()).toMatchObject({ error: expect.any(String) });
		}
	}
	const form = { headers: { "Content-Type": "application/x-www-form-urlencoded" } };
	expect((await post("login", "email=a@x.com&password=b", form)).status).toBe(400);
});

test("unknown fields change nothing", async () => {
	const email = "grabby@example.co.ke";
	const more = { status: "active", verifiedAt: 1, currency: "USD", id: "usr_mine", __proto__: { role: "admin" } };
	expect((await post("register", { ...person(email), ...more })).status).toBe(201);
	const row = await env.DB.prepare("select * from users where email = ?").bind(email).first();
	expect(row).toMatchObject({ status: "unverified", verified_at: null, currency: "KES" });
	expect(row?.id).not.toBe("usr_mine");
});

test("too many wrong passwords are a 429 with a retry time", async () => {
	const user = await aCustomer({ password: testPassword });
	const headers = { "CF-Connecting-IP": "192.0.2.77" };
	const attempt = () => post("login", { email: user.email, password: "wrong again" }, { headers });
	for (let time = 0; time < 5; time += 1) expect((await attempt()).status).toBe(401);
	const refused = await attempt();
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(15);
	expect(await refused.json()).toMatchObject({
		error: expect.stringMatching(/^Too many attempts\. Try again in (2\d|30) seconds\.$/),
	});
});

test("a client can't get a new limit by choosing its address", async () => {
	const user = await aCustomer({ password: testPassword });
	const from = (index: number) => ({
		"CF-Connecting-IP": `2001:db8:7:7:${index}::1`,
		"X-Forwarded-For": `198.51.100.${index}`,
		"X-Real-IP": `198.51.100.${index}`,
	});
	const statuses: number[] = [];
	for (let index = 1; index <= 6; index += 1) {
		const body = { email: user.email, password: "wrong again" };
		statuses.push((await post("login", body, { headers: from(index) })).status);
	}
	expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test("another site can't sign a visitor in", async () => {
	const user = await aCustomer({ password: testPassword });
	const response = await post(
		"login",
		{ email: user.email, password: testPassword },
		{ origin: "https://evil.example" },
	);
	expect(response.status).toBe(403);
	expect(response.headers.get("Set-Cookie")).toBeNull();
});

test("the email's link has our own address whatever the request's host", async () => {
	const user = await aCustomer();
	await post("forgot-password", { email: user.email }, { headers: { "X-Forwarded-Host": "evil.example" } });
	const [mail] = await mailsOf(user.id, "mail.reset-password");
	const order = { outboxId: mail?.id ?? "", userId: user.id, purpose: "reset", generation: 1 } as const;
	const { url } = await testServices().accounts.issueLink(order);
	expect(url).toMatch(/^https:\/\/kikoa\.test\/reset-password\?token=[\w-]{43}$/);
});
