import { href } from "react-router";
import type { HostingChange } from "~/features/hosting/change-notice";
import type { EmailContent } from "../content";
import type { Recipient } from "../recipient";
import { type Change, changeAlert } from "./change-alert";

interface ChangedPlan {
	readonly id: string;
	readonly name: string;
	readonly type: "web" | "email";
	/** As people read it. */
	readonly domain: string | null;
	readonly change: HostingChange;
	readonly createdAt: number;
}

const changes: Readonly<Record<HostingChange, (plan: string) => Change>> = {
	"panel-password": (plan) => ({
		what: `The control panel password of ${plan} was changed`,
		means: "Programs that send files or sign in with the old one need the new one from now on.",
	}),
	plan: (plan) => ({
		what: `Your hosting plan is now ${plan}`,
		means: "Websites, databases and mailboxes went on meanwhile, and its term stays the same.",
	}),
};

/** After a plan was changed, in case it was somebody else's doing. */
export function hostingChanged(
	to: Recipient,
	{ id, name, type, domain, change, createdAt }: ChangedPlan,
	shop: { appOrigin: string },
): EmailContent {
	const see = { label: "See the plan", path: `${href("/dashboard/hosting")}?tab=${type}&open=${id}` };
	return changeAlert(to, { ...changes[change](domain ? `${name} (${domain})` : name), at: createdAt, see }, shop);
}
