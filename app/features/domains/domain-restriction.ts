import type { DomainStatus } from "./domain-state";

/** Explains to the customer why a domain's status prevents something. */
export interface Restriction {
	/** Without a full stop. */
	readonly title: string;
	/** What happens next, and what the customer can do. */
	readonly text: string;
}

const restrictions: Readonly<Record<Exclude<DomainStatus, "active">, (name: string) => Restriction>> = {
	pending: (name) => ({
		title: `${name} is not registered yet`,
		text: "Registration usually takes a few minutes. We'll email you when it's done.",
	}),
	transfer_in: (name) => ({
		title: `${name} is still being transferred`,
		text: "Your current registrar has five to seven days to release it, and manages it until then. We'll email you when the transfer is done.",
	}),
	expired: (name) => ({
		title: `${name} has expired`,
		text: "You don't need to delete it. If you don't renew it, its registry will release it.",
	}),
	redemption: (name) => ({
		title: `${name} is in redemption`,
		text: "It was not renewed in time and no longer works. See on its overview whether you can restore it, until when and what that costs.",
	}),
	released: (name) => ({ title: `${name} is not registered`, text: "It was deleted, or its registry released it." }),
};

/** Returns null if the domain is active or has one of these statuses. */
export function findRestriction(
	{ name, status }: { readonly name: string; readonly status: DomainStatus },
	statuses: readonly DomainStatus[],
): Restriction | null {
	return status === "active" || statuses.includes(status) ? null : restrictions[status](name);
}
