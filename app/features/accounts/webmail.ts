import { href } from "react-router";
/** A webmail site. */
export interface Webmail {
	readonly name: string;
	readonly href: string;
}

const gmail = { name: "Gmail", href: "https://mail.google.com/mail/u/0/#inbox" };
const outlook = { name: "Outlook", href: "https://outlook.live.com/mail/0/inbox" };
const yahoo = { name: "Yahoo Mail", href: "https://mail.yahoo.com/" };
const icloud = { name: "iCloud Mail", href: "https://www.icloud.com/mail" };
const proton = { name: "Proton Mail", href: "https://mail.proton.me/" };
const zoho = { name: "Zoho Mail", href: "https://mail.zoho.com/" };

const providers: Readonly<Record<string, Webmail>> = {
	"gmail.com": gmail,
	"googlemail.com": gmail,
	"outlook.com": outlook,
	"hotmail.com": outlook,
	"hotmail.co.uk": outlook,
	"live.com": outlook,
	"msn.com": outlook,
	"yahoo.com": yahoo,
	"yahoo.co.uk": yahoo,
	"ymail.com": yahoo,
	"rocketmail.com": yahoo,
	"icloud.com": icloud,
	"me.com": icloud,
	"mac.com": icloud,
	"proton.me": proton,
	"protonmail.com": proton,
	"pm.me": proton,
	"zoho.com": zoho,
	"zohomail.com": zoho,
};

const builtInInbox = { name: "the inbox", href: href("/dev/inbox") };

/** The webmail site of an address in canonical form. Null if the provider is unknown. Locally it is the built-in inbox. */
export function webmailOf(email: string, environment: string): Webmail | null {
	if (environment === "local") return builtInInbox;
	const domain = email.slice(email.lastIndexOf("@") + 1);
	return Object.hasOwn(providers, domain) ? (providers[domain] ?? null) : null;
}
