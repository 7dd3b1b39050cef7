import type { Database } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import type { ConfirmedOwner } from "~/db/owner";
import { tooMany } from "~/features/accounts/account-limits";
import { passwordProblem } from "~/features/accounts/password-policy";
import type { Activity } from "~/features/activity/activity.server";
import type { Clock } from "~/lib/clock";
import { HOUR, SECOND } from "~/lib/durations";
import { fail, failField, ok, type Result } from "~/lib/result";
import { withinTime } from "~/lib/within-time";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { createHostingRepo } from "./hosting.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly panel: Pick<HostingPanel, "signInLink" | "changePassword">;
	readonly rateLimiter: RateLimiter;
	readonly dispatch: (ids: readonly string[]) => void;
	readonly brandName: string;
}

export type PanelAccess = ReturnType<typeof createPanelAccess>;

/** Somebody waits for the answer. */
const patience = 20 * SECOND;

/** Per plan: a hosting server has other work, and a password is not changed by trying. */
const limits = {
	link: { limit: 20, windowMs: HOUR },
	password: { limit: 10, windowMs: HOUR },
} as const;

const notRunning = "This plan is not running, so its control panel can't be opened.";
const unreachable = "The hosting server does not answer just now. Try again in a minute.";
const refused = "The hosting server refused. Write to our support, and we set it right.";

/** The way into a plan's control panel: a link that signs in once, and the password for everything else. */
export function createPanelAccess({ db, clock, activity, panel, rateLimiter, dispatch, brandName }: Dependencies) {
	const repo = createHostingRepo(db);

	return {
		/** An address that opens the plan's control panel once. It is a key: never log or keep it. */
		async signInLink(owner: ConfirmedOwner, planId: string): Promise<Result<string>> {
			const plan = await repo.find(owner, planId, clock());
			if (!plan) return missing();
			const allowance = await rateLimiter.take(["panel-link", planId], limits.link);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const asked = await activity.carryOut(
				owner,
				[repo.touch(owner, planId, clock())],
				{
					kind: "hosting.panel",
					message: `Asked for a sign-in link to the control panel of ${plan.name}.`,
					subjectId: planId,
				},
				notRunning,
			);
			if (!asked.ok) return fail("conflict", notRunning);
			const link = await answerOf(panel.signInLink(planId));
			if (!link) return fail("unavailable", unreachable, { retryAfter: 60 });
			return link.state === "succeeded" ? ok(link.url) : fail("unavailable", refused);
		},

		/** @param email the customer's, which makes a poor password */
		async changePassword(
			owner: ConfirmedOwner,
			{ planId, password, email }: { planId: string; password: string; email: string },
		): Promise<Result<null>> {
			const plan = await repo.find(owner, planId, clock());
			if (!plan) return missing();
			if (plan.status !== "active") return fail("conflict", notRunning);
			const problem = passwordProblem(password, { email, brand: brandName });
			if (problem) return failField("newPassword", problem);
			const allowance = await rateLimiter.take(["panel-password", planId], limits.password);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			// Asked directly: what waits in the outbox would lie there in clear.
			const answer = await answerOf(panel.changePassword(planId, password.normalize("NFC")));
			if (!answer) return fail("unavailable", unsure, { retryAfter: 60 });
			if (answer.state === "failed") return fail("unavailable", answer.retryable ? unreachable : refused);
			await tell(plan);
			return ok(null);
		},
	};

	async function tell({ id, userId, name }: { id: string; userId: string; name: string }): Promise<void> {
		const now = clock();
		const payload = { planId: id, change: "panel-password" };
		const mail = enqueue(db, { kind: "mail.hosting-changed", payload, userId }, now);
		const entry = {
			actor: "customer",
			kind: "hosting.password",
			message: `Changed the control panel password of ${name}.`,
			subjectId: id,
		} as const;
		await db.write([activity.record(entry, { userId }), mail.statement]);
		dispatch([mail.id]);
	}
}

const missing = () => fail("not_found", "This plan is not in your account.");

const unsure =
	"The hosting server has not answered in time, so it may have either password now. Set it once more in a minute.";

/** Undefined when nobody answered; what went wrong is logged without what was asked. */
async function answerOf<T>(asked: Promise<T>): Promise<T | undefined> {
	try {
		return await withinTime(asked, patience);
	} catch (error) {
		console.error("hosting panel", error instanceof Error ? error.name : typeof error);
		return undefined;
	}
}
