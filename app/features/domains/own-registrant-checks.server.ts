import type { Domain } from "~/db/schema";
import type { Clock } from "~/lib/clock";
import { DAY, SECOND } from "~/lib/durations";
import { fail, ok, type Result } from "~/lib/result";
import type { Secrets } from "~/lib/secrets";
import { withTimeout } from "~/lib/with-timeout";
import type { RegistrantCheck, RegistrantHolds } from "~/platform/registrar/registrant-check";
import type { NotHeld } from "~/platform/registrar/registrar";
import { confirmationDays } from "./registrant-check";
import type { RegistrantChecksRepo } from "./registrant-checks.repo.server";
import { readRegistrantLink } from "./registrant-link";

interface Dependencies {
	readonly repo: Pick<RegistrantChecksRepo, "accountEmail" | "domain">;
	readonly clock: Clock;
	/** Of the links. */
	readonly secrets: Secrets;
}

interface OwnCheck {
	readonly check: RegistrantCheck | NotHeld;
	/** Whether the registrant gets our email now. */
	readonly asks: boolean;
}

/** The registry refused to suspend a domain or to put it back, or did not answer. `refused`: its answer. */
export class HoldNotChanged extends Error {
	override name = "HoldNotChanged";
	readonly isHeld: boolean;
	readonly refused: string | null;
	constructor(
		{ name }: Pick<Domain, "name">,
		{ isHeld, refused }: { readonly isHeld: boolean; readonly refused: string | null },
		cause?: unknown,
	) {
		const what = refused === null ? "did not answer" : "refuses";
		super(`The registry ${what} to ${isHeld ? "suspend" : "resume"} ${name}`, { cause });
		this.isHeld = isHeld;
		this.refused = refused;
	}
}

export const registrantEmail = ({ contacts }: Pick<Domain, "contacts">): string | undefined =>
	contacts?.registrant.email;

/** The check of registrants at registries where we are the registrar, so that no one else emails them. */
export function createOwnRegistrantChecks({ repo, clock, secrets }: Dependencies) {
	/** @throws HoldNotChanged */
	async function setHold(
		{ setHold: send }: RegistrantHolds,
		domain: Domain,
		isHeld: boolean,
	): Promise<"done" | NotHeld> {
		const result = await withTimeout(send(domain, isHeld), 15 * SECOND).catch((error: unknown) => {
			throw new HoldNotChanged(domain, { isHeld, refused: null }, error);
		});
		if (typeof result === "object") throw new HoldNotChanged(domain, { isHeld, refused: result.refused });
		return result;
	}

	/** Whether the registrant has opened our link, or has the confirmed address of the account. */
	async function isConfirmed(domain: Domain): Promise<boolean> {
		const email = registrantEmail(domain);
		if (domain.registrantCheck === "confirmed" || email === undefined) return true;
		return (await repo.accountEmail(domain.userId)) === email;
	}

	return {
		/** The state now. Suspends the domain after the deadline, and lifts our suspension after the confirmation. */
		async read(domain: Domain, holds: RegistrantHolds): Promise<OwnCheck> {
			const now = clock();
			const isSuspended = domain.registrantCheck === "suspended" || domain.registrantCheck === "confirmed";
			if (await isConfirmed(domain)) {
				const lifted = isSuspended ? await setHold(holds, domain, false) : "done";
				return { check: lifted === "not_held" ? lifted : { state: "verified", deadline: null }, asks: false };
			}
			// A new registrant of a suspended domain confirms first.
			const deadline = domain.registrantDeadline ?? (isSuspended ? now : now + confirmationDays * DAY);
			const asks = domain.registrantDeadline === null;
			if (now < deadline) return { check: { state: "pending", deadline }, asks };
			const held = await setHold(holds, domain, true);
			return { check: held === "not_held" ? held : { state: "suspended", deadline }, asks };
		},

		/** The domain of a link, if its registrant still has the address that the link was sent to. */
		async linked(token: string): Promise<Result<{ readonly domain: Domain; readonly email: string }>> {
			const link = readRegistrantLink(secrets, token, clock());
			if (link === null) return fail("invalid", "This link is not valid. Copy the whole address from our email.");
			if (link === "expired")
				return fail("invalid", "This link has expired. Ask the owner of the domain to send another.");
			const domain = await repo.domain(link.domainId);
			const email = domain && registrantEmail(domain);
			if (!domain || email === undefined) return fail("not_found", "This domain is not registered with us any more.");
			if (link.isFor(email)) return ok({ domain, email });
			return fail("conflict", "The registrant has another email address now. Open the link in our newest email.");
		},
	};
}
