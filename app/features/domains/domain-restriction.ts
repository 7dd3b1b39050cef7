import type { DomainStatus } from "./domain-state";

/** Why something can't be done with a domain at present, for its holder. */
export interface Restriction {
	/** Without a full stop. */
	readonly title: string;
	/** What happens next, and what can be done about it. */
	readonly text: string;
}

const restrictions: Readonly<Record<Exclude<DomainStatus, "active">, (name: string) => Restriction>> = {
	pending: (name) => ({
		title: `${name} is not registered yet`,
		text: "We have asked its registry. That takes minutes as a rule, and we mail you as soon as the name is yours.",
	}),
	transfer_in: (name) => ({
		title: `${name} is not with us yet`,
		text: "Your present registrar has five to seven days to let it go, and looks after it until then. We mail you when it has arrived.",
	}),
	expired: (name) => ({
		title: `${name} has expired`,
		text: "There is nothing to delete: unless you renew it, its registry lets it go by itself.",
	}),
	redemption: (name) => ({
		title: `${name} is in redemption`,
		text: "It was not renewed in time, and leads nowhere. Its registry gives it back at a higher price: write to us, and we see to it.",
	}),
	released: (name) => ({ title: `${name} is not registered`, text: "It was given up, or its registry let it go." }),
};

/** @param statuses in which it can be done; an active domain refuses nothing. */
export function findRestriction(
	{ name, status }: { readonly name: string; readonly status: DomainStatus },
	statuses: readonly DomainStatus[],
): Restriction | null {
	return status === "active" || statuses.includes(status) ? null : restrictions[status](name);
}
