import { href } from "react-router";
import { brand } from "~/brand";
import type { DomainContact } from "~/features/domains/contacts";
import { toUnicode } from "~/features/domains/to-unicode";
import { promptMoment } from "~/features/payments/payment-failure";
import type { PlannedPayment } from "~/features/payments/renewal-charge";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { localMobile } from "~/lib/kenyan-mobile";
import { listNames } from "~/lib/list-names";
import { formatMoney, type Money } from "~/lib/money";
import { type Block, button, type EmailContent, type ListItem, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { payLinkNote } from "./billed-by-staff";

interface Shop {
	readonly appOrigin: string;
}

/** An open invoice. `dueAt`: when the service ends if it is a renewal that is not paid (ms). */
interface DueInvoice {
	readonly id: string;
	readonly number: string;
	/** What it is for, as the customer reads it. */
	readonly items: readonly string[];
	/** Domains and plans that it renews. Empty for an order. */
	readonly renewedIds: readonly string[];
	readonly toPay: Money;
	readonly dueAt: number;
	readonly isOverdue: boolean;
	readonly payment: PlannedPayment | null;
	/** For anyone who pays it. */
	readonly payUrl: string;
}

/** A domain that expires soon or has expired. Times in ms. */
interface EndingDomain {
	readonly id: string;
	readonly name: string;
	readonly expiresAt: number;
	/** Until when it can be renewed at the regular price. */
	readonly renewableUntil: number;
	/** What restoring it costs after that, and until when. Null if we have no price. */
	readonly restore: { readonly fee: Money; readonly until: number } | null;
	readonly isExpired: boolean;
	/** The open invoice of its renewal. Null if there is none. */
	readonly invoiceNumber: string | null;
	readonly payment: PlannedPayment | null;
}

/** A plan whose term is over. Times in ms. */
interface UnpaidPlan {
	/** As the catalogue has it: "Business Hosting". */
	readonly name: string;
	readonly domain: string | null;
	readonly expiresAt: number;
	/** Null if it is not suspended. */
	readonly keptUntil: number | null;
	readonly invoiceNumber: string;
	/** For anyone who pays it. */
	readonly payUrl: string;
}

/** A domain whose registrant has not opened the registrar's link. */
interface UnconfirmedDomain {
	readonly id: string;
	readonly name: string;
	readonly isSuspended: boolean;
	/** Ms. Null if the registrar does not say. */
	readonly deadline: number | null;
}

/** A domain whose contact data its holder has to see once a year. */
interface DomainToCheck {
	readonly id: string;
	readonly name: string;
	/** Null if we have no contact data. */
	readonly registrant: DomainContact | null;
	/** Null if it is the registrant. */
	readonly admin: DomainContact | null;
	readonly tech: DomainContact | null;
}

interface DueProject {
	readonly id: string;
	readonly name: string;
	/** "In Progress" */
	readonly status: string;
	/** Percent. */
	readonly progress: number;
	readonly dueAt: number;
}

/** What a customer is reminded of on one day. */
export interface Reminders {
	readonly invoices: readonly DueInvoice[];
	readonly domains: readonly EndingDomain[];
	readonly plans: readonly UnpaidPlan[];
	readonly registrants: readonly UnconfirmedDomain[];
	readonly contacts: readonly DomainToCheck[];
	readonly projects: readonly DueProject[];
}

export const isEmpty = (about: Reminders): boolean => Object.values(about).every((items) => items.length === 0);

/** `subject`: its name in the subject of an email about several. */
interface Item extends ListItem {
	readonly subject: string;
}

/** The one reminder email of a day: everything that is due, each with its amount or consequence, date and link. */
export function reminders(to: Recipient, about: Reminders, shop: Shop): EmailContent {
	const sections = [
		{ title: "To pay", items: about.invoices.map((one) => invoiceItem(to, one, shop)) },
		{ title: "Hosting plans that are not paid", items: about.plans.map((one) => planItem(to, one)) },
		{ title: "Domains that expire", items: about.domains.map((one) => domainItem(to, one, shop)) },
		{ title: "Email addresses to confirm", items: about.registrants.map((one) => registrantItem(to, one, shop)) },
		{ title: "Contact details to check", items: about.contacts.map((one) => contactsItem(one, shop)) },
		{ title: "Projects", items: about.projects.map((one) => projectItem(to, one, shop)) },
	].filter(({ items }) => items.length > 0);
	const items = sections.flatMap((section) => section.items);
	const [first] = items;
	if (!first) throw new Error("A reminder about nothing");
	const isOne = items.length === 1;
	const subjects = [...new Set(items.map(({ subject }) => subject))];
	return {
		subject: headerText(isOne ? first.name : `Reminder: ${listNames(subjects, 2)}`),
		preview: first.text,
		heading: isOne ? first.name : "What is due",
		blocks: [
			text(greeting(to)),
			...(isOne
				? [text(first.text), button(first.link.label, first.link.url)]
				: sections.map((section): Block => ({ kind: "list", ...section }))),
			...notes(about, shop).map(note),
		],
	};
}

const pageOf = {
	billing: ({ appOrigin }: Shop) => `${appOrigin}${href("/dashboard/account-settings/billing")}`,
	contacts: ({ appOrigin }: Shop, domainId: string) =>
		`${appOrigin}${href("/dashboard/domains/:domainId/contacts", { domainId })}`,
	domain: ({ appOrigin }: Shop, domainId: string) =>
		`${appOrigin}${href("/dashboard/domains/:domainId", { domainId })}`,
	invoice: ({ appOrigin }: Shop, invoiceId: string) =>
		`${appOrigin}${href("/dashboard/invoices/:invoiceId", { invoiceId })}`,
	notifications: ({ appOrigin }: Shop) => `${appOrigin}${href("/dashboard/account-settings/notifications")}`,
	project: ({ appOrigin }: Shop, projectId: string) => `${appOrigin}${href("/dashboard/projects")}?open=${projectId}`,
};

function invoiceItem(to: Recipient, invoice: DueInvoice, shop: Shop): Item {
	const { id, number, items, toPay, dueAt, isOverdue } = invoice;
	const total = formatMoney(toPay, to.language);
	const day = formatDay(dueAt, to);
	const isCharged = invoice.payment?.kind === "charge" && !to.isBilling;
	return {
		subject: `invoice ${number}`,
		name: `Invoice ${number}: ${total}, ${isOverdue ? "was due on" : "due on"} ${day}`,
		text: `For ${listNames(items, 10)}. ${howToPay(to, invoice, total)}`,
		link: isCharged
			? { label: `See invoice ${number}`, url: pageOf.invoice(shop, id) }
			: { label: `Pay invoice ${number}`, url: invoice.payUrl },
	};
}

function howToPay(to: Recipient, { dueAt, isOverdue, renewedIds, payment }: DueInvoice, total: string): string {
	const day = formatDay(dueAt, to);
	// How it is paid is the customer's business: their card, or their phone.
	if (to.isBilling && (payment?.kind === "charge" || payment?.kind === "prompt"))
		return `It is to be paid automatically on ${formatDay(payment.at, to)}.`;
	if (payment?.kind === "charge")
		return `You don't need to do anything. We'll charge ${total} to ${payment.card} on ${formatDay(payment.at, to)}, as you chose. If you have credit, we use it first.`;
	if (payment?.kind === "prompt")
		return `We send an M-Pesa prompt for ${total} to ${localMobile(payment.phone)} on ${promptMoment(payment.at)}. Approve it with your PIN, or pay before then.`;
	if (payment?.kind === "card_expires" && !to.isBilling)
		return `We would charge ${payment.card} on ${formatDay(payment.at, to)}, but it expires before then. Choose another card before that day, or pay by ${day}.`;
	if (renewedIds.length === 0)
		return isOverdue ? "Pay now, or we cancel the order." : `Pay by ${day}. After that day we cancel the order.`;
	return isOverdue ? "Pay now to keep your service running." : `Pay by ${day} to keep your service running.`;
}

function planItem(to: Recipient, plan: UnpaidPlan): Item {
	const { domain, expiresAt, keptUntil, payUrl, invoiceNumber } = plan;
	const name = domain ? `${plan.name} for ${domain}` : plan.name;
	const next =
		keptUntil === null
			? "It still works, and is suspended in the next days if it is not paid."
			: `It is suspended. We keep its content until ${formatDay(keptUntil, to)} and then delete it.`;
	return {
		subject: name,
		name: `${name} is not paid`,
		text: `It was paid until ${formatDay(expiresAt, to)}. ${next} Invoice ${invoiceNumber} renews it.`,
		link: { label: `Pay for ${plan.name}`, url: payUrl },
	};
}

function domainItem(to: Recipient, domain: EndingDomain, shop: Shop): Item {
	const { id, name, isExpired, payment } = domain;
	const day = formatDay(domain.expiresAt, to);
	const isCharged = payment?.kind === "charge";
	const page = pageOf.domain(shop, id);
	return {
		subject: name,
		name: isExpired ? `${name} expired on ${day}` : `${name} expires on ${day}`,
		text: domainText(to, domain),
		link: isCharged
			? { label: `See ${headerText(name)}`, url: page }
			: { label: `Renew ${headerText(name)}`, url: `${page}#renew` },
	};
}

function domainText(to: Recipient, domain: EndingDomain): string {
	const { isExpired, renewableUntil, restore, invoiceNumber, payment } = domain;
	if (isExpired) {
		const last = formatDay(renewableUntil, to);
		const how = invoiceNumber === null ? "Renew it" : `Pay invoice ${invoiceNumber}`;
		const late = restore
			? `After that day its registry deletes it. You can then restore it until ${formatDay(restore.until, to)} for a redemption fee of ${formatMoney(restore.fee, to.language)} and the renewal of a year, plus tax.`
			: "After that day you can only get it back from the registry at a higher price, or not at all.";
		return `Its website and email stop working. ${how} by ${last} to get it back at the usual price. ${late}`;
	}
	if (payment?.kind === "charge")
		return `You don't need to do anything. It renews automatically: we'll charge ${payment.card} on ${formatDay(payment.at, to)}, as you chose.`;
	return invoiceNumber === null
		? "Renew it before then to keep its website and email working."
		: `Invoice ${invoiceNumber} renews it. If it is not paid, its website and email stop working.`;
}

function registrantItem(to: Recipient, { id, name, isSuspended, deadline }: UnconfirmedDomain, shop: Shop): Item {
	const shown = toUnicode(name);
	const otherwise = "Otherwise the domain is suspended, and its website and email stop.";
	const by = deadline === null ? "soon" : `by ${formatDay(deadline, to)}`;
	return {
		subject: shown,
		name: isSuspended ? `${shown} is suspended` : `Confirm your email address for ${shown}`,
		text: isSuspended
			? "The link in the email to the registrant was not opened in time. Its website and email work again after you open the link."
			: `Open the link in the email to the registrant ${by}. ${otherwise}`,
		link: { label: `Open ${shown}`, url: pageOf.domain(shop, id) },
	};
}

function contactsItem({ id, name, registrant, admin, tech }: DomainToCheck, shop: Shop): Item {
	const others = [
		admin && `Administrative contact: ${contactText(admin)}.`,
		tech && `Technical contact: ${contactText(tech)}.`,
	];
	const known = registrant && [`Registrant: ${contactText(registrant)}.`, ...others].filter(Boolean).join(" ");
	return {
		subject: name,
		name: `Check the contact details of ${headerText(name)}`,
		text: `${known ?? "We have no contact details for this domain."} If something is wrong or missing, correct it.`,
		link: { label: `Correct the details of ${headerText(name)}`, url: pageOf.contacts(shop, id) },
	};
}

/** "Amina Otieno, Duka Ltd, amina@example.com, +254712345678, P.O. Box 100, Nairobi, 00100, Kenya" */
function contactText(contact: DomainContact): string {
	const { firstName, lastName, organisation, email, phone, address, city, postalCode, country } = contact;
	const parts = [`${firstName} ${lastName}`, organisation, email, phone, address, city, postalCode, country];
	return parts.filter(Boolean).join(", ");
}

function projectItem(to: Recipient, { id, name, status, progress, dueAt }: DueProject, shop: Shop): Item {
	return {
		subject: name,
		name: `${name} is due on ${formatDay(dueAt, to)}`,
		text: `${status}, ${progress}% complete. If you need more time, change the due date.`,
		link: { label: "Open the project", url: pageOf.project(shop, id) },
	};
}

/** What applies to several items, each once. */
function notes(about: Reminders, shop: Shop): string[] {
	const renewals = about.invoices.filter(({ renewedIds }) => renewedIds.length > 0);
	const isCharged = [...renewals, ...about.domains].some(({ payment }) => payment?.kind === "charge");
	const isPrompted = renewals.some(({ payment }) => payment?.kind === "prompt");
	const isManual = renewals.some(({ payment }) => payment?.kind !== "charge" && payment?.kind !== "prompt");
	const list = [
		isCharged &&
			`To pay with another card or stop automatic payments, change your billing settings before that day: ${pageOf.billing(shop)}`,
		isPrompted && `To change the phone or the hour of M-Pesa prompts: ${pageOf.billing(shop)}`,
		isManual &&
			`To pay renewals with a saved card or an M-Pesa prompt, change your billing settings: ${pageOf.billing(shop)}`,
		[...about.invoices, ...about.plans].length > 0 && payLinkNote,
		renewals.length > 0 &&
			"If you don't want to renew, turn off auto-renew or cancel the plan, and don't pay. Nothing is charged, and the service ends with its term.",
		about.domains.some(({ invoiceNumber }) => invoiceNumber === null) &&
			"You'll see the price before you pay. If you don't need a domain any more, you don't need to do anything.",
		about.registrants.length > 0 &&
			"ICANN asks the registrant of a domain to confirm their email address. An email with a link was sent to the registrant's address. It may come from the registrar, so also look in your spam folder. On the domain's page you can have it sent again, and correct the address.",
		about.contacts.length > 0 &&
			"ICANN asks us to show you the contact details of a domain once a year. If they are right, you don't need to do anything. Wrong details can be a reason to cancel a domain.",
		about.plans.length > 0 &&
			`If you have paid already, or need more time, write to ${brand.emails.support} or call ${brand.phone.display} (${brand.phoneHours}).`,
		about.projects.length > 0 &&
			`You can turn off reminders of projects in your settings: ${pageOf.notifications(shop)}`,
	];
	return list.filter((one) => one !== false);
}
