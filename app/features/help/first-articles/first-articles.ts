import type { Article, ArticleContent } from "../article";
import { toHelp } from "../help";
import authorizationCode from "./get-an-authorization-code.md?raw";
import twoStep from "./lost-two-step-sign-in.md?raw";
import mpesa from "./pay-by-mpesa.md?raw";
import pointing from "./point-a-domain-to-hosting.md?raw";
import dnsRecords from "./read-dns-records.md?raw";
import renewal from "./renew-a-domain-in-time.md?raw";
import keTransfer from "./transfer-a-ke-domain-to-us.md?raw";

/** When these texts were last changed. */
const changedAt = Date.UTC(2026, 10, 23);

const contents: readonly ArticleContent[] = [
	{
		slug: "transfer-a-ke-domain-to-us",
		title: "Transfer a .ke domain to us",
		section: "domains",
		summary: "What you need before you move a .ke name to us, how to start the transfer, and what to do if it fails.",
		body: keTransfer,
		position: 10,
	},
	{
		slug: "get-an-authorization-code",
		title: "Get the authorization code of a domain",
		section: "domains",
		summary: "Turn off the transfer lock and show the code that another registrar needs to take over your domain.",
		body: authorizationCode,
		position: 20,
	},
	{
		slug: "renew-a-domain-in-time",
		title: "Renew a domain before it is lost",
		section: "domains",
		summary: "Turn on auto-renew, and see how long you can still renew or restore a domain after it has expired.",
		body: renewal,
		position: 30,
	},
	{
		slug: "read-dns-records",
		title: "Read and change DNS records",
		section: "dns",
		summary: "What the name, type, value and TTL of a DNS record mean, and how to change, import or undo records.",
		body: dnsRecords,
		position: 10,
	},
	{
		slug: "point-a-domain-to-hosting",
		title: "Point a domain to your hosting plan",
		section: "hosting",
		summary: "Connect a domain that is with us or with another registrar to your hosting plan.",
		body: pointing,
		position: 10,
	},
	{
		slug: "pay-by-mpesa",
		title: "Pay an invoice with M-Pesa",
		section: "billing",
		summary: "Approve the request on your phone, use the M-Pesa menu instead, and pay renewals at an hour you choose.",
		body: mpesa,
		position: 10,
	},
	{
		slug: "lost-two-step-sign-in",
		title: "Sign in without your two-step phone",
		section: "account",
		summary:
			"Use a recovery code or a passkey if you lost the phone for two-step sign-in, or let us check that it is you.",
		body: twoStep,
		position: 10,
	},
];

/** The articles of the code. Their ids never change, so that staff can change them at the desk. */
export const firstArticles: readonly Article[] = contents.map((content) => ({
	...content,
	id: `hlp_${content.slug}`,
	changedAt,
	oldSlugs: [],
}));

/** The help of the code, until staff publish another. */
export const firstHelp = toHelp(1, firstArticles);
