import { href } from "react-router";
import type { HostingChange } from "~/features/hosting/hosting-change";
import type { EmailContent } from "../content";
import type { Recipient } from "../recipient";
import { type Change, changeAlert } from "./change-alert";

interface ChangedPlan {
	readonly id: string;
	readonly name: string;
	readonly type: "web" | "email";
	/** In Unicode, as displayed. */
	readonly domain: string | null;
	readonly change: HostingChange;
	readonly createdAt: number;
	/** The name of someone with access to the account who did it. */
	readonly by?: string | undefined;
	/** Whether staff run it, who then do by hand what the control panel does for other plans. */
	readonly runByStaff: boolean;
}

const changes: Readonly<Record<HostingChange, (plan: string) => Change>> = {
	"panel-password": (plan) => ({
		what: `The control panel password of ${plan} was changed`,
		means: "FTP clients and other programs that use the old password now need the new one.",
	}),
	unsuspended: (plan) => ({
		what: `${plan} works again`,
		means: "We have ended its suspension. Its websites and mailboxes work again within minutes.",
	}),
	plan: (plan) => ({
		what: `Your hosting plan was changed to ${plan}`,
		means: "Your websites, databases and mailboxes keep working, and the renewal date stays the same.",
	}),
};

const resumedByStaff = (plan: string): Change => ({
	what: `The suspension of ${plan} has ended`,
	means: "Our team is switching it on again.",
});

/** Sent after a change to a plan, in case someone else made it. */
export function hostingChanged(
	to: Recipient,
	{ id, name, type, domain, change, createdAt, by, runByStaff }: ChangedPlan,
	shop: { appOrigin: string },
): EmailContent {
	const see = { label: "See the plan", path: `${href("/dashboard/hosting")}?tab=${type}&open=${id}` };
	const plan = domain ? `${name} (${domain})` : name;
	const said = change === "unsuspended" && runByStaff ? resumedByStaff(plan) : changes[change](plan);
	return changeAlert(to, { ...said, at: createdAt, by, values: { plan }, see }, shop);
}
