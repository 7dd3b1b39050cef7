import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { Result } from "~/lib/result";
import type { DomainSwitch } from "./manage.schema";
import type { DomainManagement } from "./manage.server";
import type { Portfolio } from "./portfolio.server";

interface SettingOwner {
	readonly owner: Owner;
	/** Asks for the password again where needed. */
	readonly confirmed: () => Promise<ConfirmedOwner>;
}

/** The switches of the overview. Opening the lock is the one that could cost the name. */
export async function changeDomainSetting(
	{ domainManagement, portfolio }: { domainManagement: DomainManagement; portfolio: Portfolio },
	{ owner, confirmed }: SettingOwner,
	domainId: string,
	{ intent, on }: DomainSwitch,
): Promise<Result<null>> {
	switch (intent) {
		case "lock":
			return on === "on"
				? domainManagement.lock(owner, domainId)
				: domainManagement.unlock(await confirmed(), domainId);
		case "privacy":
			return domainManagement.setPrivacy(owner, domainId, on === "on");
		case "auto-renew":
			return portfolio.setAutoRenew(owner, domainId, on === "on");
	}
}
