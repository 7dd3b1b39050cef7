import { href } from "react-router";
import { lineTitle } from "~/features/cart/lines";
import { toUnicode } from "~/features/domains/to-unicode";
import { formatDay, type Locale } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { formatMoney, money } from "~/lib/money";
import { progressOf } from "./job-progress";
import type { OrderLineDetails } from "./order-line";
import type { Orders } from "./orders.server";

type Found = NonNullable<Awaited<ReturnType<Orders["find"]>>>;
export type OrderView = ReturnType<typeof orderView>;

/** An order with the progress of each line, for its page. */
export function orderView({ order, lines, jobs, domains, invoice, overpaid }: Found, locale: Locale) {
	const text = (amount: number) => formatMoney(money(amount, order.currency), locale.language);
	const byLine = new Map(jobs.map((job) => [job.orderLineId, job]));
	const domainIds = new Map(
		domains.flatMap(({ id, orderLineId, status }) => (status === "released" ? [] : [[orderLineId, id]])),
	);
	return {
		id: order.id,
		state: order.state,
		invoice: { id: invoice.id, number: invoice.number },
		placed: formatDay(order.createdAt, locale),
		lines: lines.map((line) => {
			const job = byLine.get(line.id);
			const domainId = domainIds.get(line.id);
			return {
				id: line.id,
				name: toUnicode(lineTitle(line)),
				about: aboutLine(line.details, line.quantity),
				amount: text(line.amount),
				/** Whether the customer has to enter a new authorization code on the domain's page. */
				needsCode: job?.needs === "auth_code",
				/** The domain's page. Null while it is being set up. */
				domainHref:
					domainId && (job?.needs || job?.state === "done") ? href("/dashboard/domains/:domainId", { domainId }) : null,
				progress: order.state === "cancelled" ? null : job ? progressOf(job, locale) : null,
			};
		}),
		total: text(order.total),
		discount: order.discount > 0 ? text(-order.discount) : null,
		/** Money received twice, or after the order was cancelled. */
		overpaid: overpaid > 0 ? text(overpaid) : null,
		toPay: text(invoice.total - invoice.creditUsed),
		/** Whether a job is queued or running, so that the page keeps polling. */
		inProgress: jobs.some(({ state }) => state === "queued" || state === "running"),
		contact: order.contact,
	};
}

function aboutLine({ years, term, note }: OrderLineDetails, quantity: number): string {
	const span = years ? formatCount(years, "year") : undefined;
	const plan = term === "annual" ? "1 year" : term === "monthly" ? "1 month" : undefined;
	return [span ?? plan, note && toUnicode(note), quantity > 1 ? `${quantity} pieces` : undefined]
		.filter(Boolean)
		.join(" · ");
}
