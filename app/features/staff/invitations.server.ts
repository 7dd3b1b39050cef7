import { auditBy, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { invalidLink, type Links } from "~/features/accounts/links.server";
import { newPasswordProblem } from "~/features/accounts/new-password.server";
import { type AppSetupView, createAppSetup } from "~/features/two-factor/app-setup.server";
import type { Clock } from "~/lib/clock";
import { failField, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import { whenAvailable } from "~/lib/service-unavailable.server";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { Accept } from "./invitation.schema";
import { checkOwnPassword } from "./own-password.server";
import type { StaffRepo, StaffRow } from "./staff.repo.server";
import { authorOf, type StaffSessions } from "./staff-sessions.server";
import type { SigningIn } from "./staff-sign-in.server";

interface Dependencies {
	readonly db: Database;
	readonly repo: StaffRepo;
	readonly clock: Clock;
	readonly links: Pick<Links, "check" | "lookUp">;
	readonly passwords: PasswordHasher;
	readonly breachedPasswords: BreachedPasswords;
	readonly rateLimiter: RateLimiter;
	readonly sealer: Sealer;
	readonly sessions: Pick<StaffSessions, "endAllOf">;
	readonly brandName: string;
}

/** What the page of a link shows. */
export interface OpenInvitation {
	readonly email: string;
	/** Whether the person has a password and only sets up a second step. */
	readonly joined: boolean;
	readonly setup: AppSetupView;
}

/** Emailed links: to join the desk, or to set up another second step. They start no session. */
export function createInvitations(deps: Dependencies) {
	const { db, repo, clock, links, passwords, breachedPasswords, sealer, sessions, brandName } = deps;
	const app = createAppSetup({ clock, sealer, issuer: `${brandName} desk` });

	/** The person that the link is for, unless it was used or replaced. */
	async function personOf({ tokenHash, userId, generation }: LinkFacts): Promise<StaffRow | null> {
		const [used, person] = await Promise.all([repo.wasTokenUsed(tokenHash), repo.find(userId)]);
		const valid = !used && person && person.linkGeneration === generation && person.status !== "disabled";
		return valid && person.totpSecret === null ? person : null;
	}

	/** The hash of the person's password, or why it is not accepted. */
	async function passwordHashOf(person: StaffRow, password: string): Promise<Result<string>> {
		if (person.passwordHash === null) {
			const problem = await newPasswordProblem(breachedPasswords, password, { email: person.email, brand: brandName });
			return problem ? failField("password", problem) : ok(await passwords.hash(password));
		}
		return checkOwnPassword(deps, person, password, "password");
	}

	return {
		/** Checks a link without using it. @param setup that of a rejected form, to show the same key again */
		async openInvitation(token: string, setup?: string): Promise<Result<OpenInvitation>> {
			const link = await links.lookUp(token, ["staff"]);
			const person = link && (await personOf(link));
			if (!person) return invalidLink();
			const view = setup === undefined ? await app.begin(person) : await app.resume(person, setup);
			return ok({ email: person.email, joined: person.passwordHash !== null, setup: view });
		},

		/** Uses a link, once. Returns the recovery codes, which are shown only once. */
		async acceptInvitation(
			input: Accept,
			browser: Omit<SigningIn, "previousToken">,
		): Promise<Result<readonly string[]>> {
			return whenAvailable("Your link can't be used right now. It is still valid. Try again in a minute.", async () => {
				const link = await links.check(input.token, ["staff"], browser.client);
				if (!link.ok) return link;
				const person = await personOf(link.value);
				if (!person) return invalidLink();
				const { id } = person;
				const connected = await app.check(id, input);
				if (!connected.ok) return connected;
				const passwordHash = await passwordHashOf(person, input.password);
				if (!passwordHash.ok) return passwordHash;
				const now = clock();
				const { codes, hashes } = app.newCodes(id);
				const { sealed: totpSecret, step: totpLastStep } = connected.value;
				const accepted = change(
					repo.markTokenUsed("invitation", link.value.tokenHash, id, now),
					repo.join(
						person,
						{ name: input.name ?? person.name, passwordHash: passwordHash.value, totpSecret, totpLastStep },
						now,
					),
					repo.replaceRecoveryCodes(id, hashes, now),
					sessions.endAllOf(id),
					auditBy(authorOf(id, browser), {
						kind: person.passwordHash === null ? "staff.joined" : "staff.second_step_set_up",
						subject: { type: "staff", id },
						params: {},
					}),
				);
				return (await db.commit(accepted, now)).state === "ok" ? ok(codes) : invalidLink();
			});
		},
	};
}

interface LinkFacts {
	readonly tokenHash: string;
	readonly userId: string;
	readonly generation: number;
}
