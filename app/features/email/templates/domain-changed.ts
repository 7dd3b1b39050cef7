import { href } from "react-router";
import type { EmailedChange } from "~/features/domains/emailed-changes";
import type { EmailContent } from "../content";
import type { Recipient } from "../recipient";
import { type Change, changeAlert } from "./change-alert";

interface ChangedDomain {
	readonly id: string;
	/** In Unicode, as displayed. */
	readonly name: string;
	readonly change: EmailedChange;
	readonly createdAt: number;
	/** The name of someone with access to the account who did it. */
	readonly by?: string | undefined;
}

const changes: Readonly<Record<EmailedChange, (name: string) => Change>> = {
	dns: (name) => ({
		what: `The DNS records of ${name} were changed`,
		means: "DNS records decide where your website and email go. You can undo each change in your portal.",
	}),
	nameservers: (name) => ({
		what: `The nameservers of ${name} were changed`,
		means: "The new nameservers now decide where your website and email go.",
	}),
	dnssec: (name) => ({
		what: `DNSSEC of ${name} was turned on or off`,
		means: "It decides whether other servers can detect forged answers about your domain.",
	}),
	contacts: (name) => ({
		what: `The contacts of ${name} were changed`,
		means: "The registry treats them as the people responsible for the domain.",
	}),
	unlocked: (name) => ({
		what: `${name} was unlocked`,
		means: "Anyone who has its authorization code can now transfer it to another registrar.",
	}),
	"auth-code": (name) => ({
		what: `The authorization code of ${name} was shown`,
		means: "Anyone who has it can transfer the domain to another registrar while it is unlocked.",
	}),
	forwarding: (name) => ({
		what: `The forwarding of ${name} was changed`,
		means: "Its visitors are now sent to a different address.",
	}),
	offered: (name) => ({
		what: `${name} was offered to another customer`,
		means:
			"If they accept, the domain leaves your account. Until then you can withdraw the offer on the domain's page.",
	}),
	"transfer-requested": (name) => ({
		what: `Another registrar asked for the transfer of ${name}`,
		means:
			"If you want to move it, approve the transfer on the domain's page, or wait until the registry moves it. If you did not ask for this, the page shows how to reject it. Do it right away.",
	}),
	deleted: (name) => ({
		what: `${name} was deleted`,
		means: "It is no longer in your account. Its website and email stop working.",
	}),
	"taken-back": (name) => ({
		what: `${name} was deleted`,
		means: "We paid its registration back, so we deleted it at its registry. Its website and email stop working.",
	}),
	moved: (name) => ({
		what: `${name} was moved to another account`,
		means: "Someone used its authorization code to move it. It is no longer in your account.",
	}),
	transferred: (name) => ({
		what: `${name} was transferred to another registrar`,
		means: "It is no longer in your account, and you renew it there. We removed its DNS records here.",
	}),
	lost: (name) => ({
		what: `${name} is no longer in your account`,
		means: "The registry reports that your registration has ended. We removed its DNS records.",
	}),
	released: (name) => ({
		what: `${name} was released`,
		means: "It was not renewed in time, so the registry released it. Anyone can register it now.",
	}),
};

/** Sent after a change that could put the domain at risk, in case someone else made it. */
export function domainChanged(
	to: Recipient,
	{ id, name, change, createdAt, by }: ChangedDomain,
	shop: { appOrigin: string },
): EmailContent {
	const gone = (["deleted", "taken-back", "moved", "transferred", "lost", "released"] as const).some(
		(one) => one === change,
	);
	const see = gone
		? { label: "See your domains", path: href("/dashboard/domains") }
		: { label: "See the domain", path: href("/dashboard/domains/:domainId", { domainId: id }) };
	return changeAlert(to, { ...changes[change](name), at: createdAt, by, values: { domain: name }, see }, shop);
}
