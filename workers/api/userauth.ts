import { type Context, Hono } from "hono";
import type { z } from "zod";
import { type PublicUser, publicUser } from "~/features/accounts/account";
import {
	addressSchema,
	loginSchema,
	registerSchema,
	resetPasswordSchema,
	verifyEmailSchema,
} from "~/features/accounts/account.schema";
import { browserCookie, browserTokenOf } from "~/features/accounts/browser-cookie";
import { clientOf } from "~/features/accounts/client";
import { deviceCookie } from "~/features/accounts/known-devices";
import { accountMessages } from "~/features/accounts/messages";
import { clearedSessionCookie, sessionCookie, sessionTokenOf } from "~/features/accounts/session-cookie";
import type { StartedSession } from "~/features/accounts/sessions.server";
import { secondStepSchema } from "~/features/two-factor/two-factor.schema";
import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import type { HttpEnv } from "../http-env";
import { failureJson } from "./failure";
import { readJson } from "./read-json";

type C = Context<HttpEnv>;

/** Accounts for API clients. The pages call the same use-cases. */
export const userauthApi = new Hono<HttpEnv>()
	.post("/userauth/register", async (c) => {
		const input = await body(c, registerSchema);
		if (!input.ok) return failureJson(c, input.error);
		const done = await accounts(c).register(input.value, client(c));
		if (!done.ok) return failureJson(c, done.error);
		c.header("Set-Cookie", browserCookie(c.get("services").config.APP_ORIGIN, done.value.browserToken));
		return c.json({ message: accountMessages.registered(input.value.email) }, 201);
	})

	.post("/userauth/login", async (c) => {
		const input = await body(c, loginSchema);
		if (!input.ok) return failureJson(c, input.error);
		const before = sessionTokenOf(c.get("services").config.APP_ORIGIN, c.req.header("Cookie") ?? null);
		const signedIn = await accounts(c).login(input.value, client(c), before);
		if (!signedIn.ok) {
			// Two-step sign-in: the password was right. `POST /userauth/two-factor` takes the challenge and a code.
			const { challenge } = signedIn.error;
			return failureJson(c, signedIn.error, challenge ? { challenge } : {});
		}
		return withSession(c, signedIn.value, { message: accountMessages.signedIn, user: publicUser(signedIn.value.user) });
	})

	.post("/userauth/two-factor", async (c) => {
		const input = await body(c, secondStepSchema);
		if (!input.ok) return failureJson(c, input.error);
		const before = sessionTokenOf(c.get("services").config.APP_ORIGIN, c.req.header("Cookie") ?? null);
		const signedIn = await accounts(c).finishSignIn(input.value, client(c), before);
		if (!signedIn.ok) return failureJson(c, signedIn.error);
		return withSession(c, signedIn.value, { message: accountMessages.signedIn, user: publicUser(signedIn.value.user) });
	})

	.post("/userauth/verify-email", async (c) => {
		// More than one token is invalid.
		const [token, ...more] = c.req.queries("token") ?? [];
		const sent = (await c.req.text()) === "" ? ok({}) : await readJson(c);
		if (!sent.ok) return failureJson(c, sent.error);
		const input = parse(verifyEmailSchema, Object.assign({}, sent.value, { token: more.length > 0 ? "" : token }));
		if (!input.ok) return failureJson(c, input.error);
		const { config, sessions } = c.get("services");
		const browser = browserTokenOf(config.APP_ORIGIN, c.req.header("Cookie") ?? null);
		const verified = await accounts(c).verifyEmail(input.value, client(c), browser);
		if (!verified.ok) return failureJson(c, verified.error);
		const { user, enteredAt: provenAt } = verified.value;
		const { id: userId, passwordHash } = user;
		const started = await sessions.start({ userId, passwordHash, remembered: false, client: client(c), provenAt });
		if (!started.ok) return failureJson(c, started.error);
		return withSession(c, started.value, { message: accountMessages.verified, user: publicUser(user) });
	})

	.post("/userauth/resend-verification", async (c) => {
		const input = await body(c, addressSchema);
		if (!input.ok) return failureJson(c, input.error);
		const done = await accounts(c).resendVerification(input.value, client(c));
		if (!done.ok) return failureJson(c, done.error);
		return c.json({ message: accountMessages.linkResent(input.value.email) });
	})

	.post("/userauth/forgot-password", async (c) => {
		const input = await body(c, addressSchema);
		if (!input.ok) return failureJson(c, input.error);
		const done = await accounts(c).forgotPassword(input.value, client(c));
		if (!done.ok) return failureJson(c, done.error);
		return c.json({ message: accountMessages.resetSent(input.value.email) });
	})

	.post("/userauth/reset-password", async (c) => {
		const input = await body(c, resetPasswordSchema);
		if (!input.ok) return failureJson(c, input.error);
		const done = await accounts(c).resetPassword(input.value, client(c));
		if (!done.ok) return failureJson(c, done.error);
		const { config, knownDevices } = c.get("services");
		const device = knownDevices.remember(client(c), done.value.userId);
		c.header("Set-Cookie", deviceCookie(config.APP_ORIGIN, device));
		return c.json({ message: accountMessages.passwordReset });
	})

	.post("/userauth/logout", async (c) => {
		const { sessions, config } = c.get("services");
		const { headers } = c.req.raw;
		const viewer = sessions.viewer({ cookie: headers.get("Cookie"), authorization: headers.get("Authorization") });
		await sessions.end(viewer.owner);
		c.header("Set-Cookie", clearedSessionCookie(config.APP_ORIGIN));
		c.header("Clear-Site-Data", '"cache"');
		return c.json({ message: accountMessages.signedOut });
	});

const accounts = (c: C) => c.get("services").accounts;

const client = (c: C) => clientOf(c.req.raw, c.get("config").APP_ORIGIN);

async function body<Schema extends z.ZodType>(c: C, schema: Schema): Promise<Result<z.output<Schema>>> {
	const json = await readJson(c);
	return json.ok ? parse(schema, json.value) : json;
}

/** Returns the token for clients that send `Authorization: Bearer`. Browsers use the cookie. */
function withSession(c: C, { token, remembered }: StartedSession, answer: { message: string; user: PublicUser }) {
	const { config, knownDevices } = c.get("services");
	c.header("Set-Cookie", sessionCookie(config.APP_ORIGIN, token, remembered));
	const device = knownDevices.remember(client(c), answer.user.id);
	c.header("Set-Cookie", deviceCookie(config.APP_ORIGIN, device), { append: true });
	return c.json({ ...answer, token });
}
