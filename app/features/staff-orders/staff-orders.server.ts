import { audit, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Accounts } from "~/features/accounts/accounts.server";
import type { BillingDesk } from "~/features/billing-desk/billing-desk.server";
import type { Quote } from "~/features/cart/quote";
import { currentCatalog } from "~/features/catalog/current";
import { contactOf } from "~/features/orders/contact-details";
import type { Orders } from "~/features/orders/orders.server";
import { orderContentOf } from "~/features/orders/place-order.server";
import type { Proposals } from "~/features/proposals/proposals.server";
import type { StaffMember, StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { derivedId } from "~/lib/ids";
import { money } from "~/lib/money";
import { type Failure, fail, failField, ok, type Result } from "~/lib/result";
import type { OrderedRows, PlaceStaffOrder, SendQuote } from "./staff-order.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly accounts: Pick<Accounts, "find">;
	readonly billingDesk: Pick<BillingDesk, "customer">;
	readonly orders: Pick<Orders, "check" | "place">;
	readonly proposals: Pick<Proposals, "sent">;
}

interface Orderer {
	readonly session: StaffSession;
	readonly member: Pick<StaffMember, "name">;
}

/** Who may bill work may do so without ordering products. */
export type OrderPermission = "orders.change" | "billing.record";

export type StaffOrders = ReturnType<typeof createStaffOrders>;

/** Orders, invoices and quotes that staff write for a customer, at the prices of the catalogue and with lines of their own. */
export function createStaffOrders({ db, clock, accounts, billingDesk, orders, proposals }: Dependencies) {
	/** The customer, if the person may order for them. */
	async function buyerOf(session: StaffSession, permission: OrderPermission, customerId: string) {
		const found = await billingDesk.customer(session, permission, customerId);
		const account = found && found.status !== "closed" ? await accounts.find(customerId) : null;
		if (!account) return fail("not_found", "There is no such customer.");
		const { billingAddress: billing, ...customer } = account;
		return ok({ ...customer, billing, contact: contactOf({ ...customer, billing }) });
	}

	/** Registries and couriers need an address, which is entered at an order, in the billing settings or at the desk. */
	function addressProblem({ address, phone }: ReturnType<typeof contactOf>, { lines }: Quote): Failure | null {
		const needed = lines.some(({ kind }) => kind === "registration" || kind === "transfer" || kind === "hardware");
		if (!needed || (address !== "" && phone !== "")) return null;
		const message =
			"This customer has no address or phone number yet, which domains and goods need. Enter them on the customer's page, with “Edit the billing details” and “Edit the profile”.";
		return fail("conflict", message).error;
	}

	/** The price of the rows and why they can't be ordered. */
	async function check(
		session: StaffSession,
		permission: OrderPermission,
		customerId: string,
		{ items, custom }: OrderedRows,
		promo: string | undefined,
	): Promise<Result<{ readonly quote: Quote; readonly refusal: Failure | null }>> {
		if (permission === "billing.record" && items.length > 0) return onlyOwnLines();
		const buyer = await buyerOf(session, permission, customerId);
		if (!buyer.ok) return buyer;
		const { quote, refusal } = await orders.check(buyer.value, { items: [...items], promo }, custom);
		return ok({ quote, refusal: refusal ?? addressProblem(buyer.value.contact, quote) });
	}

	return {
		check,

		/** Places the order and emails the invoice. Returns the invoice's id. Sending it again returns the same one. */
		async place(
			{ session }: Orderer,
			permission: OrderPermission,
			customerId: string,
			{ items, custom }: OrderedRows,
			{ key, promo, dueInDays, expectedTotal, reason }: PlaceStaffOrder,
		): Promise<Result<string>> {
			if (permission === "billing.record" && items.length > 0) return onlyOwnLines();
			const buyer = await buyerOf(session, permission, customerId);
			if (!buyer.ok) return buyer;
			const { contact, currency } = buyer.value;
			const entry = audit(session, permission, {
				kind: "order.placed_by_staff",
				subject: { type: "customer", id: customerId },
				customerId,
				params: { money: money(expectedTotal, currency), lines: items.length + custom.length },
				reason,
			});
			const placed = await orders.place(
				buyer.value,
				{ idempotencyKey: `staff:${key}`, items: [...items], promo, contact, expectedTotal },
				{
					custom,
					recorded: entry,
					refuses: (quote) => addressProblem(contact, quote),
					dueAt: clock() + dueInDays * DAY,
					also: ({ invoiceId }) =>
						emit({ kind: "mail.invoice", payload: { invoiceId }, userId: customerId, once: invoiceId }),
				},
			);
			return placed.ok ? ok(placed.value.invoiceId) : placed;
		},

		/** Sends the customer a quote at these prices. Returns its id. Sending it again returns the same one. */
		async sendQuote(
			{ session, member }: Orderer,
			customerId: string,
			{ items, custom }: OrderedRows,
			{ key, validDays, expectedTotal, message }: SendQuote,
		): Promise<Result<string>> {
			const checked = await check(session, "orders.change", customerId, { items, custom }, undefined);
			if (!checked.ok) return checked;
			const { quote, refusal } = checked.value;
			if (refusal) return { ok: false, error: refusal };
			if (quote.lines.some(({ kind }) => kind === "transfer"))
				return failField("what-0", "A quote can't have a transfer, because its code expires. Order it instead.");
			if (quote.total.amount !== expectedTotal)
				return fail("conflict", "The price has changed since you last saw it. Check the new total.", {
					code: "price_changed",
				});
			const content = { items, order: orderContentOf(quote), catalogVersion: currentCatalog().version };
			const id = derivedId("prp", customerId, key, JSON.stringify([content, message]));
			const written = proposals.sent({
				id,
				userId: customerId,
				content,
				message: message === "" ? null : message,
				writtenBy: member.name,
				expiresAt: clock() + validDays * DAY,
			});
			const entry = audit(session, "orders.change", {
				kind: "proposal.sent",
				subject: { type: "proposal", id },
				customerId,
				params: { money: quote.total },
			});
			const { state } = await db.commit(change(entry, written), clock());
			const isSent = state === "ok" || state === "duplicate";
			return isSent ? ok(id) : fail("forbidden", "Your access has changed. Reload the page.");
		},
	};
}

const onlyOwnLines = () => fail("forbidden", "You can bill lines of your own, but not order products.");
