import { href } from "react-router";
import { lineTitle } from "~/features/cart/lines";
import { taxLabel } from "~/features/catalog/settings";
import type { ClothState } from "~/features/domains/cloth";
import { toUnicode } from "~/features/domains/to-unicode";
import { amountDue, chargedTotal } from "~/features/invoices/billing";
import { payableAmount } from "~/features/payments/payable";
import { methodsInSentence } from "~/features/payments/payment-method";
import { addYears } from "~/lib/add-years";
import { formatDay, type Locale } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { listNames } from "~/lib/list-names";
import { formatMoney, money } from "~/lib/money";
import type { ContactDetails } from "./contact-details";
import { isBilledByStaff } from "./custom-lines";
import { type Progress, progressOf } from "./job-progress";
import { lineFacts } from "./line-facts";
import { lineSubject } from "./line-subject";
import { nextSteps } from "./next-steps";
import type { OrderLineDetails, OrderLineKind } from "./order-line";
import type { OrderState } from "./order-state";
import type { Orders } from "./orders.server";

type Found = NonNullable<Awaited<ReturnType<Orders["find"]>>>;
type Line = Found["lines"][number];
export type OrderView = ReturnType<typeof orderView>;
export type OrderedName = NonNullable<OrderView["mainName"]>;

/** An order with the progress of each line, for its page. @param hasPrompts whether M-Pesa prompts pay renewals */
export function orderView(
	{ order, lines, jobs, domains, plans, addons, invoice, overpaid, payments, ...renewed }: Found,
	now: number,
	locale: Locale,
	hasPrompts = false,
) {
	const text = (amount: number) => formatMoney(money(amount, order.currency), locale.language);
	const jobOf = new Map(jobs.map((job) => [job.orderLineId, job]));
	const domainOf = new Map(
		domains.flatMap((domain) => (domain.status === "released" ? [] : [[domain.orderLineId, domain]])),
	);
	const shown = lines.map((line) => {
		const job = jobOf.get(line.id);
		const domain = domainOf.get(line.id);
		const progress = order.state === "cancelled" || !job ? null : progressOf(asHeld(job, line, order), locale);
		return {
			id: line.id,
			name: toUnicode(lineTitle(line)),
			about: aboutLine(line.details, line.quantity),
			amount: text(line.amount),
			/** Whether the customer has to enter a new authorization code on the domain's page. */
			needsCode: job?.needs === "auth_code",
			/** The page of the domain or plan. Null while it is being set up. */
			link: job?.needs || job?.state === "done" ? linkOf(line.id, { domain, plans, addons }) : null,
			progress,
			/** The domain name with its cloth. Null if the line has none. */
			domain: line.domain ? { name: line.domain, cloth: clothOf(order.state, progress) } : null,
		};
	});
	const main = lines.find((line) => namedKinds.has(line.kind) && !isCancelled(order.state, jobOf.get(line.id), locale));
	const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
	const isPaid = order.paidAt !== null && paid > 0;
	const total = isPaid ? paid : chargedTotal(invoice).amount;
	const rounding = order.total - total;
	const isCustomOnly = lines.every(({ kind }) => kind === "custom");
	return {
		id: order.id,
		state: order.state,
		invoice: { id: invoice.id, number: invoice.number },
		placed: formatDay(order.createdAt, locale),
		lines: shown,
		/** What was paid, less money received in error. Before the payment, what the invoice asks for. */
		total: text(total),
		discount: order.discount > 0 ? text(-order.discount) : null,
		tax: invoice.tax > 0 ? { label: taxLabel(invoice.taxBasisPoints), amount: text(invoice.tax) } : null,
		shipping: order.shipping > 0 ? text(order.shipping) : null,
		/** Money received twice, or after the order was cancelled. */
		overpaid: overpaid > 0 ? text(overpaid) : null,
		toPay: text(payableAmount(amountDue(invoice)).amount),
		/** Cents that the customer does not pay. */
		rounding: rounding > 0 ? text(-rounding) : null,
		/** Each payment: "Ksh 540 by M-Pesa", with its receipt, which credit does not have. */
		payments: payments.map(({ id, amount, method, cardName, receipt }) => ({
			id,
			text: `${text(amount)} ${method === null ? "from your credit" : `by ${method === "mpesa" ? "M‑Pesa" : (cardName?.replaceAll(" ", "\u00a0") ?? methodsInSentence[method])}`}`,
			receipt: method === null ? null : receipt,
		})),
		/** The first domain of a paid order, which the page shows large. */
		mainName:
			main?.domain && (order.state === "paid" || order.state === "fulfilled")
				? {
						ascii: main.domain,
						unicode: toUnicode(main.domain),
						kind: main.kind,
						isReady: jobOf.get(main.id)?.state === "done",
						until: untilOf(main, domainOf.get(main.id)?.expiresAt, locale),
					}
				: null,
		/** Whether the customer paid by M-Pesa for something that can renew, and has not chosen prompts for renewals. */
		offersPrompts: !hasPrompts && isPaid && !isCustomOnly && payments.some(({ method }) => method === "mpesa"),
		nextSteps: nextSteps(main?.domain ? toUnicode(main.domain) : null, lines, order.currency),
		/** Plans that it renews automatically. It can't be cancelled without them. `ended`: only paying keeps the plan. */
		renewedPlans: renewed.renewedPlans.map(({ id, name, type, expiresAt }) => ({
			...{ id, name, ended: expiresAt !== null && expiresAt <= now },
			href: planHref({ id, type }),
		})),
		/** Domains whose auto-renew ends if it is cancelled. Null if there are none. */
		renewedDomains:
			renewed.renewedDomains.length > 0
				? listNames(
						renewed.renewedDomains.map(({ name }) => toUnicode(name)),
						5,
					)
				: null,
		/** Whether the customer can cancel it. */
		canCancel: !isBilledByStaff(lines),
		/** Whether staff wrote all its lines, so that nothing is set up. */
		isCustomOnly,
		/** Whether a job is queued or running, so that the page keeps polling. */
		inProgress: jobs.some(({ state }) => state === "queued" || state === "running"),
		/** Changes with what the page shows, for islands/polled-part.ts. */
		progressKey: [order.state, ...jobs.map(({ id, state, attempts }) => `${id} ${state} ${attempts > 1}`)].join(),
		contact: order.contact,
		/** Where goods are sent: "Moi Avenue 12, Nairobi, +254712345678". Null if there are none. */
		deliveredTo: deliveryOf(lines, order.contact),
	};
}

/** While staff hold the order, whatever its open jobs wait for. */
const asHeld = (job: Found["jobs"][number], line: Line, { heldReason }: Found["order"]): Found["jobs"][number] =>
	heldReason === null || job.state === "done"
		? job
		: {
				...job,
				...{ state: "action_required", needs: null, message: null },
				note: { reason: { code: "held", name: lineSubject(line) }, credit: null },
			};

/** Where goods are sent. Null if the order has none. */
export function deliveryOf(
	lines: readonly { readonly kind: OrderLineKind }[],
	{ delivery, address, city, phone }: ContactDetails,
): string | null {
	if (!lines.some(({ kind }) => kind === "hardware")) return null;
	return [delivery?.address ?? address, delivery?.city ?? city, delivery?.phone ?? phone].filter(Boolean).join(", ");
}

/** Where the customer finds what the line bought. Null if it has ended. */
function linkOf(
	lineId: string,
	{ domain, plans, addons }: Pick<Found, "plans" | "addons"> & { domain: Found["domains"][number] | undefined },
) {
	const addon = addons.find((one) => one.lineId === lineId);
	const domainId = domain?.id ?? addon?.domainId;
	if (domainId) return { text: "Open the domain", href: href("/dashboard/domains/:domainId", { domainId }) };
	const plan = addon ? { id: addon.planId, type: addon.planType } : plans.find((one) => one.lineId === lineId);
	return plan?.id && plan.type ? { text: "Open the plan", href: planHref({ id: plan.id, type: plan.type }) } : null;
}

const planHref = ({ id, type }: Pick<Found["renewedPlans"][number], "id" | "type">): string =>
	`${href("/dashboard/hosting")}?tab=${type}&open=${id}`;

const namedKinds: ReadonlySet<Line["kind"]> = new Set(["registration", "transfer", "renewal", "restore"]);

/** A done job has a message only if it was cancelled. */
const isCancelled = (state: OrderState, job: Found["jobs"][number] | undefined, locale: Locale): boolean =>
	state === "cancelled" || (job?.state === "done" && progressOf(job, locale).message !== null);

function clothOf(state: OrderState, progress: Progress | null): ClothState {
	if (state === "cancelled" || (progress?.state === "done" && progress.message !== null)) return "expired";
	return progress?.state === "done" ? "woven" : "waiting";
}

/** The day until which the customer has the name. Null while that is unknown. */
function untilOf(line: Line, expiresAt: number | null | undefined, locale: Locale): string | null {
	const renewed =
		(line.kind === "renewal" || line.kind === "restore") && line.currentExpiry !== null
			? addYears(line.currentExpiry, line.details.years ?? 1)
			: null;
	const until = renewed ?? expiresAt;
	return until ? formatDay(until, locale) : null;
}

function aboutLine({ years, term, months, note }: OrderLineDetails, quantity: number): string {
	const span = years ? 12 * years : (months ?? (term === "annual" ? 12 : term === "monthly" ? 1 : 0));
	const spanText = span % 12 === 0 ? formatCount(span / 12, "year") : formatCount(span, "month");
	// The quantity of a renewal or an add-on is its months or years.
	const pieces = months === undefined && quantity > 1 ? `${quantity} pieces` : undefined;
	return lineFacts(span > 0 && spanText, note && toUnicode(note), pieces);
}
