import { change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner } from "~/db/owner";
import { tooMany } from "~/features/accounts/account-limits";
import { newPasswordProblem } from "~/features/accounts/new-password.server";
import type { Clock } from "~/lib/clock";
import { HOUR, SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { fail, failField, ok, type Result } from "~/lib/result";
import { withTimeout } from "~/lib/with-timeout";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { createHostingRepo } from "./hosting.repo.server";
import { isRunByStaff } from "./hosting-facts";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly panel: Pick<HostingPanel, "signInLink" | "changePassword">;
	readonly breachedPasswords: BreachedPasswords;
	readonly rateLimiter: RateLimiter;
	readonly brandName: string;
}

export type PanelAccess = ReturnType<typeof createPanelAccess>;

/** Short, because the customer waits for the answer. */
const timeoutMs = 20 * SECOND;

/** Per plan. */
const limits = {
	link: { limit: 20, windowMs: HOUR },
	password: { limit: 10, windowMs: HOUR },
} as const;

const notRunning = "This plan is not running, so its control panel can't be opened.";
const withoutPanel = "This plan has no control panel here. Write to us, and our team helps you.";
const unreachable = "The hosting server is not answering. Try again in a minute.";
const tooWeak = "The hosting server asks for a stronger password. Use more characters, with capitals and digits.";
const refused = "The hosting server rejected this request. Please contact support.";

/** Access to a plan's control panel: a one-time sign-in link, and the password. */
export function createPanelAccess({ db, clock, panel, breachedPasswords, rateLimiter, brandName }: Dependencies) {
	const repo = createHostingRepo(db);

	return {
		/** Returns a one-time address that opens the plan's control panel. It is a secret, so never log or store it. */
		async signInLink(owner: ConfirmedOwner, planId: string): Promise<Result<string>> {
			const plan = await repo.find(owner, planId, clock());
			if (!plan) return planNotFound();
			if (isRunByStaff(plan.productId)) return fail("conflict", withoutPanel);
			const allowance = await rateLimiter.take(["panel-link", planId], limits.link);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const now = clock();
			const params = { plan: plan.name };
			const logged = change(
				repo.requireRunning(owner, planId, now),
				log({ kind: "hosting.panel", actor: "customer", params, owner, subjectId: planId }),
			);
			if ((await db.commit(logged, now)).state !== "ok") return fail("conflict", notRunning);
			const link = await callPanel(panel.signInLink(planId));
			if (!link) return fail("unavailable", unreachable, { retryAfter: 60 });
			return link.state === "succeeded" ? ok(link.url) : fail("unavailable", refused);
		},

		/** @param email the customer's address, which the password must not contain */
		async changePassword(
			owner: ConfirmedOwner,
			{ planId, password, email }: { planId: string; password: string; email: string },
		): Promise<Result<null>> {
			const plan = await repo.find(owner, planId, clock());
			if (!plan) return planNotFound();
			if (isRunByStaff(plan.productId)) return fail("conflict", withoutPanel);
			if (plan.status !== "active") return fail("conflict", notRunning);
			const problem = await newPasswordProblem(breachedPasswords, password, { email, brand: brandName });
			if (problem) return failField("newPassword", problem);
			const allowance = await rateLimiter.take(["panel-password", planId], limits.password);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			// Not through the outbox, because that would store the password in plain text.
			const answer = await callPanel(panel.changePassword(planId, password.normalize("NFC")));
			if (!answer) return fail("unavailable", passwordUnknown, { retryAfter: 60 });
			if (answer.state === "failed") {
				if (answer.code === "weak_password") return failField("newPassword", tooWeak);
				return fail("unavailable", answer.retryable ? unreachable : refused);
			}
			await db.commit(passwordChanged(plan), clock());
			return ok(null);
		},
	};
}

const passwordChanged = ({ id, userId, name }: { id: string; userId: string; name: string }) =>
	change(
		log({
			kind: "hosting.password",
			actor: "customer",
			params: { plan: name },
			owner: { userId },
			subjectId: id,
		}),
		emit({ kind: "mail.hosting-changed", payload: { planId: id, change: "panel-password" }, userId }),
	);

const planNotFound = () => fail("not_found", "This plan is not in your account.");

const passwordUnknown =
	"The hosting server did not answer in time, so the old or the new password may be valid now. Please set it again in a minute.";

/** Undefined if the panel did not answer. Logs only the error's name, because its message may contain the password. */
async function callPanel<T>(asked: Promise<T>): Promise<T | undefined> {
	try {
		return await withTimeout(asked, timeoutMs);
	} catch (error) {
		logger.error("panel_failed", { error });
		return undefined;
	}
}
