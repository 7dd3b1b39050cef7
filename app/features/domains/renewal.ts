import { maxYears } from "~/features/catalog/domain-prices";
import { addYears } from "~/lib/add-years";
import { fail, ok, type Result } from "~/lib/result";
import type { DomainStatus } from "./domain-state";

export interface RegisteredDomain {
	readonly name: string;
	readonly tld: string;
	readonly status: DomainStatus;
	/** Milliseconds. */
	readonly expiresAt: number | null;
}

/**
 * How many years can be added now. A registration may end at most ten years ahead (ICANN), or fewer if its registry
 * sells fewer at once: five under .ke.
 */
export function renewableYears({ tld, expiresAt }: { tld: string; expiresAt: number }, now: number): number {
	const most = maxYears(tld);
	const latest = addYears(now, most);
	let years = 0;
	while (years < most && addYears(expiresAt, years + 1) <= latest) years += 1;
	return years;
}

/** The most years that a domain can be renewed for, or why it can't be renewed. */
export function domainRenewal(domain: RegisteredDomain, now: number): Result<{ most: number; expiresAt: number }> {
	const { name, tld, status, expiresAt } = domain;
	if (status === "pending") return refuse(`${name} is still being registered. Renew it once it is active.`);
	if (status === "transfer_in")
		return refuse(`${name} is still being transferred to us. Renew it once the transfer is done.`);
	if (status === "redemption")
		return refuse(`${name} is in redemption and has to be restored. Its page shows what that costs.`);
	if (status === "released" || expiresAt === null) return refuse(`${name} is not registered.`);
	const most = renewableYears({ tld, expiresAt }, now);
	if (most === 0)
		return refuse(
			`${name} is already registered for ${maxYears(tld)} years ahead, the most its registry allows. Renew it later.`,
		);
	return ok({ most, expiresAt });
}

const refuse = (message: string) => fail("conflict", message);
