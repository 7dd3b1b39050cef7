import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { Result } from "~/lib/result";
import type { DomainSwitch } from "./manage.schema";
import type { DomainManagement } from "./manage.server";
import type { Portfolio } from "./portfolio.server";

interface SettingOwner {
	readonly owner: Owner;
	/** Asks for the password again if needed. */
	readonly confirmed: () => Promise<ConfirmedOwner>;
}

/** Applies a switch of the overview. Unlocking needs confirmation, because the domain can then be transferred away. */
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
