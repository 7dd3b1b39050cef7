import { brand } from "../../../brand";
import { formatMoment } from "../../../lib/dates";
import { headerText } from "../../../lib/mail-message";
import type { HostingChange } from "../../hosting/change-notice";
import { button, type MailContent, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ChangedPlan {
	readonly id: string;
	readonly name: string;
	readonly type: "web" | "email";
	/** As people read it. */
	readonly domain: string | null;
	readonly change: HostingChange;
	readonly createdAt: number;
}

const changes: Readonly<Record<HostingChange, (plan: string) => { what: string; means: string }>> = {
	"panel-password": (plan) => ({
		what: `The control panel password of ${plan} was changed`,
		means: "Programs that send files or sign in with the old one need the new one from now on.",
	}),
	plan: (plan) => ({
		what: `Your hosting plan is now ${plan}`,
		means: "Websites, databases and mailboxes went on meanwhile, and its term stays the same.",
	}),
};

/** So that an owner hears of it if somebody else did it. */
export function hostingChanged(
	to: Recipient,
	{ id, name, type, domain, change, createdAt }: ChangedPlan,
	{ appOrigin }: { appOrigin: string },
): MailContent {
	const { what, means } = changes[change](domain ? `${name} (${domain})` : name);
	return {
		subject: headerText(what),
		preview: "If it was you, all is well.",
		heading: what,
		blocks: [
			text(greeting(to)),
			text(`${what} on ${formatMoment(createdAt, to)}. ${means}`),
			button("See the plan", `${appOrigin}/dashboard/hosting?tab=${type}&open=${id}`),
			note(
				`It was not you? Choose a new password at once at ${appOrigin}/forgot-password, then call us: ${brand.phone.display}.`,
			),
		],
	};
}
