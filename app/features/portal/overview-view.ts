import { href } from "react-router";
import type { Customer } from "~/features/accounts/customer";
import { renewalPrice } from "~/features/catalog/domain-prices";
import { ourNameservers } from "~/features/domains/dnssec";
import { type ListedDomain, listedDomain } from "~/features/domains/listed-domain";
import { registrantNotice } from "~/features/domains/registrant-check";
import { quoteRestore } from "~/features/domains/restore";
import { toUnicode } from "~/features/domains/to-unicode";
import { renewalNote } from "~/features/hosting/plan-row";
import { planState } from "~/features/hosting/suspension";
import { toListedInvoice } from "~/features/invoices/listed-invoice";
import { type ListedAccess, listedAccess } from "~/features/members/member-view";
import { isHandledByStaff, jobTitle, progressOf } from "~/features/orders/job-progress";
import { decapitalize } from "~/features/orders/line-facts";
import { formatDay, hourOf, type Locale } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { formatMoney } from "~/lib/money";
import type { Overview } from "./overview.server";

export type OverviewView = ReturnType<typeof overviewView>;

/** Something that the customer has to do or wait for. */
export interface Task {
	readonly id: string;
	/** "Invoice KK2026000009" */
	readonly title: string;
	/** "$249.99, due 2 Dec 2026" */
	readonly note: string;
	readonly verb: "Pay" | "Renew" | "Restore" | "Open";
	readonly href: string;
}

/** New customers see the first steps, for so long if some are left. */
const newFor = 30 * DAY;

/** Formats the overview for the customer, with their timezone and currency. */
export function overviewView(
	{ domains, plans, unpaid, jobs, unconfirmed, accounts }: Overview,
	customer: Customer,
	now: number,
) {
	const listed = domains.map((domain) => listedDomain(domain, now, customer));
	const described = jobs.map((job) => ({ ...job, progress: progressOf(job, customer) }));
	const needsAttention = ({ progress, note }: (typeof described)[number]) =>
		progress.state === "failed" || (progress.state === "action_required" && !isHandledByStaff({ note }));
	const isBeingRestored = (name: string) =>
		jobs.some(({ kind, domain }) => kind === "restore_domain" && domain === name);
	const toTask = ({ progress, ...job }: (typeof described)[number]): Task => ({
		id: job.id,
		title: toUnicode(jobTitle(job)),
		note: progress.message ? `${progress.label}. ${progress.message}` : progress.label,
		verb: "Open",
		href: href("/orders/:orderId", { orderId: job.orderId }),
	});
	const steps = firstSteps({ domains, plans }, customer);
	// Of the account's own customer. Someone who uses it can't answer for them.
	const others = customer.acting ? [] : accounts.map((one) => listedAccess(one, customer));
	const isNew = domains.length + plans.length === 0 || now - customer.createdAt < newFor;
	return {
		// The name is not that of who uses the account.
		greeting: greeting(hourOf(now, customer.timezone)) + (customer.acting ? "" : `, ${customer.firstName}`),
		attention: [
			...(customer.mailRefusedAt === null ? [] : [emailTask(customer)]),
			...others.filter(({ until }) => until !== null).map(invitationTask),
			...unpaid.map((invoice) => payTask(toListedInvoice(invoice, now, customer))),
			...listed
				.filter(({ renewable, soon, autoRenew, status }) => renewable && (status === "expired" || (soon && !autoRenew)))
				.map((domain) => renewTask(domain, customer)),
			...domains
				.filter(({ status, name }) => status === "redemption" && !isBeingRestored(name))
				.map((domain) => restoreTask(domain, customer, now)),
			...unconfirmed.flatMap((domain) => registrantTask(domain, customer)),
			...plans.filter(({ status }) => status === "suspended").map((plan) => stoppedTask(plan, customer)),
			...described.filter(needsAttention).map(toTask),
		],
		running: described.filter((job) => !needsAttention(job)).map(toTask),
		accounts: others.filter(({ until }) => until === null).map(accountTask),
		steps: isNew && steps.some(({ done }) => !done) ? steps : [],
		domains: listed,
		plans: plans.map(({ id, name, type, domain, ...plan }) => ({
			id,
			name: domain ? toUnicode(domain) : name,
			cloth: domain,
			note: domain ? `${name}, ${decapitalize(renewalNote(plan, now, customer))}` : renewalNote(plan, now, customer),
			state: planState(plan, now),
			href: `${href("/dashboard/hosting")}?tab=${type}&open=${id}`,
		})),
	};
}

const emailTask = ({ email }: Customer): Task => ({
	id: "email",
	title: "Our emails don't reach you",
	note: `${email} rejects them or marked one as spam, so you get no reminders or receipts.`,
	verb: "Open",
	href: href("/dashboard/account-settings/email"),
});

const invitationTask = ({ id, name, may, until }: ListedAccess): Task => ({
	id,
	title: `${name} invites you to their account`,
	note: `There you can ${may}. Accept by ${until}`,
	verb: "Open",
	href: href("/dashboard/account-settings/people"),
});

const accountTask = ({ id, name, role }: ListedAccess): Task => ({
	id,
	title: `Account of ${name}`,
	note: `Your role: ${role}`,
	verb: "Open",
	href: href("/dashboard/account-settings/people"),
});

const payTask = ({ id, number, status, toPay, total, due }: ReturnType<typeof toListedInvoice>): Task => ({
	id,
	title: `Invoice ${number}`,
	note: `${toPay ?? total}, ${status === "overdue" ? "was due" : "due"} ${due}`,
	verb: "Pay",
	href: href("/pay/:invoiceId", { invoiceId: id }),
});

function renewTask({ id, name, ascii, soon, expires }: ListedDomain, { currency, language }: Customer): Task {
	const price = renewalPrice(ascii.slice(ascii.indexOf(".")), currency);
	return {
		id,
		title: soon ? `${name} expires ${soon}` : `${name} expired on ${expires}`,
		note: `Renew for ${formatMoney(price, language)} a year`,
		verb: "Renew",
		href: `${href("/dashboard/domains/:domainId", { domainId: id })}#renew`,
	};
}

function restoreTask(domain: Overview["domains"][number], customer: Customer, now: number): Task {
	const quote = quoteRestore(domain, customer, now);
	return {
		id: domain.id,
		title: `${toUnicode(domain.name)} is in redemption`,
		note: quote.ok
			? `Restore it by ${formatDay(quote.value.until, customer)} for ${formatMoney(quote.value.toPay, customer.language)}`
			: "It was not renewed in time. See what you can do.",
		verb: quote.ok ? "Restore" : "Open",
		href: `${href("/dashboard/domains/:domainId", { domainId: domain.id })}#restore`,
	};
}

/** The registrant has to open a link. */
function registrantTask(domain: Overview["unconfirmed"][number], customer: Customer): Task[] {
	const notice = registrantNotice(domain, customer);
	if (!notice) return [];
	const { isSuspended, deadline } = notice;
	const name = toUnicode(domain.name);
	return [
		{
			id: `registrant ${domain.id}`,
			title: isSuspended ? `${name} is suspended` : `Confirm your email address for ${name}`,
			note: isSuspended
				? "The registrant's email address is not confirmed. Its website and email do not work."
				: `Open the link in the email to the registrant${deadline ? ` by ${deadline}` : ""}`,
			verb: "Open",
			href: href("/dashboard/domains/:domainId", { domainId: domain.id }),
		},
	];
}

/** For a suspended plan, or one that has ended and whose content is kept. */
function stoppedTask(plan: Overview["plans"][number], locale: Locale): Task {
	const { id, name, type, domain, endedReason, keptUntil } = plan;
	const day = keptUntil === null ? "a time" : formatDay(keptUntil, locale);
	return {
		id,
		title: `${domain ? toUnicode(domain) : name} ${endedReason === null ? "is suspended" : "has ended"}`,
		note:
			endedReason === null
				? "Its website and email do not work. See what to do."
				: `We keep its content until ${day}. Contact us if you need a copy.`,
		verb: "Open",
		href: `${href("/dashboard/hosting")}?tab=${type}&open=${id}`,
	};
}

/** What a new customer sets up, and whether it is done. */
const firstSteps = ({ domains, plans }: Pick<Overview, "domains" | "plans">, { billing, totpSince }: Customer) => [
	{
		title: "Find your domain",
		text: "Search all extensions and compare prices.",
		href: href("/domains/search"),
		done: domains.length > 0,
	},
	{
		title: "Connect your website",
		text: "Add hosting here, or use the nameservers of another provider.",
		href: domains[0]
			? href("/dashboard/domains/:domainId/nameservers", { domainId: domains[0].id })
			: href("/dashboard/hosting/add"),
		done: plans.length > 0 || domains.some(usesOtherNameservers),
	},
	{
		title: "Turn on two-step sign-in",
		text: "A stolen password is then not enough to take your domains.",
		href: href("/dashboard/account-settings/security/two-factor"),
		done: totpSince !== null,
	},
	{
		title: "Add your billing details",
		text: "Your name, address and KRA PIN for invoices.",
		href: href("/dashboard/account-settings/billing"),
		done: billing !== null,
	},
];

const usesOtherNameservers = ({ status, nameservers }: Overview["domains"][number]) =>
	status === "active" && nameservers.every((nameserver) => !ourNameservers.includes(nameserver));

function greeting(hour: number): string {
	if (hour < 12) return "Good morning";
	return hour < 17 ? "Good afternoon" : "Good evening";
}
