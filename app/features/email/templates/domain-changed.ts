import { href } from "react-router";
import type { NoticedChange } from "~/features/domains/change-notice";
import type { EmailContent } from "../content";
import type { Recipient } from "../recipient";
import { type Change, changeAlert } from "./change-alert";

interface ChangedDomain {
	readonly id: string;
	/** As people read it. */
	readonly name: string;
	readonly change: NoticedChange;
	readonly createdAt: number;
}

const changes: Readonly<Record<NoticedChange, (name: string) => Change>> = {
	dns: (name) => ({
		what: `The DNS records of ${name} were changed`,
		means:
			"They decide where its website is found and where its mail arrives. Each change can be taken back in your portal.",
	}),
	nameservers: (name) => ({
		what: `The nameservers of ${name} were changed`,
		means: "From now on others decide where its website is found and where its mail arrives.",
	}),
	contacts: (name) => ({
		what: `The contacts of ${name} were changed`,
		means: "They are whom the registry takes for the holder of the name.",
	}),
	unlocked: (name) => ({
		what: `${name} was unlocked`,
		means: "With its authorization code it can now be moved to another registrar.",
	}),
	"auth-code": (name) => ({
		what: `The authorization code of ${name} was shown`,
		means: "Whoever has it can move the name to another registrar while it is unlocked.",
	}),
	forwarding: (name) => ({
		what: `The forwarding of ${name} was changed`,
		means: "Its visitors are sent to other addresses than before.",
	}),
	deleted: (name) => ({
		what: `${name} was given up`,
		means: "It is no longer in your account, and its website and mail stop.",
	}),
	moved: (name) => ({
		what: `${name} was moved to another account`,
		means: "Someone used its authorization code there. It is no longer in your account.",
	}),
	lost: (name) => ({
		what: `${name} is no longer in your account`,
		means: "Its registry says that your registration has ended. We removed its DNS records.",
	}),
	released: (name) => ({
		what: `${name} was released`,
		means: "It was not renewed in time, so its registry released it. Anyone can register it now.",
	}),
};

/** After a change that could cost the name, in case it was somebody else's. */
export function domainChanged(
	to: Recipient,
	{ id, name, change, createdAt }: ChangedDomain,
	shop: { appOrigin: string },
): EmailContent {
	const gone = (["deleted", "moved", "lost", "released"] as const).some((one) => one === change);
	const see = gone
		? { label: "See your domains", path: href("/dashboard/domains") }
		: { label: "See the domain", path: href("/dashboard/domains/:domainId", { domainId: id }) };
	return changeAlert(to, { ...changes[change](name), at: createdAt, see }, shop);
}
