import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { savedQuery } from "~/db/saved-query.server";
import {
	addons,
	creditNotes,
	domains,
	hostingPlans,
	invoices,
	jobs,
	ledgerEntries,
	orderLines,
	orders,
	outbox,
	paymentReviews,
	payments,
	problems,
	refunds,
} from "~/db/schema";
import { suspensionGraceMs } from "~/features/hosting/suspension";
import { chargedTotal } from "~/features/invoices/billing";
import { creditNotePrefix, invoicePrefix } from "~/features/invoices/invoice-number";
import { DAY, HOUR } from "~/lib/durations";
import { amsterdamTime } from "~/platform/registrar/openprovider/amsterdam-time";
import { byHand, type Shop } from "./shop-model";

/** Reads all rows of a table. Its query is built once, because the rules are checked after each step. */
function everyRow<T extends SQLiteTable>(table: T) {
	const query = savedQuery((orm) => orm.select().from(table as never));
	return ({ db }: Shop) => db.read(query({})) as unknown as Promise<T["$inferSelect"][]>;
}

const money = {
	invoices: everyRow(invoices),
	ledger: everyRow(ledgerEntries),
	notes: everyRow(creditNotes),
	refunds: everyRow(refunds),
	orders: everyRow(orders),
	lines: everyRow(orderLines),
};

const moneyAndServices = {
	...money,
	reviews: everyRow(paymentReviews),
	jobs: everyRow(jobs),
	domains: everyRow(domains),
	plans: everyRow(hostingPlans),
	events: everyRow(outbox),
	payments: everyRow(payments),
	problems: everyRow(problems),
	addons: everyRow(addons),
};

type Found<T extends Readonly<Record<string, (shop: Shop) => Promise<unknown>>>> = {
	readonly [Name in keyof T]: Awaited<ReturnType<T[Name]>>;
};

async function rowsOf<T extends Record<string, (shop: Shop) => Promise<unknown>>>(
	shop: Shop,
	tables: T,
): Promise<Found<T>> {
	const found = Object.entries(tables).map(async ([name, read]) => [name, await read(shop)] as const);
	return Object.fromEntries(await Promise.all(found)) as Found<T>;
}

/** Everything that the shop has stored about money. */
type Ledger = Found<typeof money>;
/** Everything that it has stored about money and services. */
type Books = Found<typeof moneyAndServices>;

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

class Unsound extends Error {
	override name = "Unsound";
}

function require(holds: boolean, rule: string, details: unknown = ""): asserts holds {
	if (!holds) throw new Unsound(`${rule} ${JSON.stringify(details)}`);
}

/** Money that the payment services got, in minor units, by provider. */
function takenIn({ world: { daraja, paystack } }: Shop) {
	const byCard = paystack
		.transactions()
		.filter(({ card, status }) => card && !["abandoned", "failed"].includes(status));
	return {
		mpesa: sum(daraja.received().map(({ amount }) => amount * 100)),
		paystack: sum(byCard.map(({ paid }) => paid)),
	};
}

const isMoneyIn = ({ kind }: { kind: string }): boolean => kind === "payment" || kind === "credit";
const ofProvider = (provider: string) => (entry: { provider: string }) => entry.provider === provider;

/** The customer's money is on invoices, in credit, or paid back. */
function requireBalance({ invoices: all, ledger, notes, refunds: sent }: Ledger, userId: string): void {
	const own = <T extends { userId: string }>(rows: readonly T[]) => rows.filter((row) => row.userId === userId);
	const came = sum(
		own(ledger)
			.filter((entry) => isMoneyIn(entry) && ["mpesa", "paystack"].includes(entry.provider))
			.map(({ amount }) => amount),
	);
	const onInvoices = sum(
		own(all).map((invoice) =>
			invoice.state === "void" ? 0 : invoice.state === "open" ? invoice.creditUsed : chargedTotal(invoice).amount,
		),
	);
	const credited = sum(own(notes).map(({ total }) => total));
	const returned = sum(
		own(ledger)
			.filter(({ kind, provider }) => kind === "credit" && ["order_line", "plan_change"].includes(provider))
			.map(({ amount }) => amount),
	);
	const credit = sum(
		own(ledger).map(({ kind, provider, amount }) => (kind === "credit" ? amount : provider === "credit" ? -amount : 0)),
	);
	const paidBack = sum(
		own(sent)
			.filter(({ target, state }) => target !== "credit" && state !== "credited")
			.map(({ amount }) => amount),
	);
	require(credit >= 0, "Credit is never negative", { credit });
	require(came ===
		onInvoices - credited - returned + credit + paidBack, "Money in is invoices paid, credit and refunds", {
		userId,
		came,
		onInvoices,
		credited,
		returned,
		credit,
		paidBack,
	});
}

function requireSeries(numbers: readonly string[], prefix: string): void {
	const byYear = new Map<string, number[]>();
	for (const number of numbers) {
		const year = number.slice(prefix.length, prefix.length + 4);
		byYear.set(year, [...(byYear.get(year) ?? []), Number(number.slice(prefix.length + 4))]);
	}
	for (const [year, list] of byYear) {
		const sorted = list.toSorted((a, b) => a - b);
		require(sorted.every((number, index) => number === index + 1), "Number series have no gaps", {
			prefix,
			year,
			sorted,
		});
	}
}

/** What is true at every moment. */
export async function requireSound(shop: Shop): Promise<void> {
	const books = await rowsOf(shop, money);
	const { invoices: all, ledger, notes, refunds: sent, lines, orders: placed } = books;
	for (const { id } of shop.customers) requireBalance(books, id);
	const taken = takenIn(shop);
	for (const provider of ["mpesa", "paystack"] as const) {
		const posted = sum(
			ledger
				.filter(isMoneyIn)
				.filter(ofProvider(provider))
				.map(({ amount }) => amount),
		);
		require(posted <= taken[provider], "No money is posted twice", { provider, posted, taken: taken[provider] });
	}
	requireSeries(
		all.map(({ number }) => number),
		invoicePrefix,
	);
	requireSeries(
		notes.map(({ number }) => number),
		creditNotePrefix,
	);
	for (const note of notes) {
		const invoice = all.find(({ id }) => id === note.invoiceId);
		require(invoice?.userId === note.userId, "Credit notes cite invoices of their customer", note);
		const ofInvoice = notes.filter(({ invoiceId }) => invoiceId === note.invoiceId);
		require(sum(ofInvoice.map(({ total }) => total)) <=
			chargedTotal(invoice).amount, "Credit notes are for no more than was paid", ofInvoice);
		const parts = sent.filter(({ creditNoteId }) => creditNoteId === note.id);
		require(sum(parts.map(({ amount }) => amount)) === note.total, "A credit note's refunds add up to it", note);
	}
	for (const { orderId, state, number } of all) {
		const order = placed.find(({ id }) => id === orderId);
		const expected = { open: ["pending_payment"], void: ["cancelled"], paid: ["paid", "fulfilled"] } as const;
		if (state !== "refunded" && order)
			require(expected[state].some((one) => one === order.state), "An invoice and its order agree", {
				number,
				state,
				order: order.state,
			});
	}
	const renewed = lines.flatMap(({ renewedDomainId, renewedPlanId, renewedExpiry }) =>
		[renewedDomainId, renewedPlanId].flatMap((id) => (id === null ? [] : `${id} ${renewedExpiry}`)),
	);
	require(new Set(renewed).size === renewed.length, "One renewal per service and period", renewed);
}

/** What is true once nothing fails any more and the work is done. */
export async function requireSoundAtRest(shop: Shop): Promise<void> {
	const books = await rowsOf(shop, moneyAndServices);
	requireMoneyPosted(shop, books);
	requireWorkDone(shop, books);
	requireNothingWaits(shop, books);
	requirePaidServices(shop, books);
	requireNothingUnpaid(shop, books);
	requireRegistrarMatches(shop, books);
	requireSingleEmails(shop, books);
}

function requireMoneyPosted(shop: Shop, { ledger, reviews, payments: attempts, refunds: sent }: Books): void {
	const taken = takenIn(shop);
	for (const provider of ["mpesa", "paystack"] as const) {
		const posted = sum(
			ledger
				.filter(isMoneyIn)
				.filter(ofProvider(provider))
				.map(({ amount }) => amount),
		);
		require(posted === taken[provider], "All money is posted", {
			...{ provider, posted, taken: taken[provider], reviews },
		});
	}
	const { daraja, paystack } = shop.world;
	const byReceipt = new Map(daraja.received().map(({ receipt, amount }) => [receipt, amount * 100]));
	const gone = {
		mpesa: sum(daraja.reversed().map((receipt) => byReceipt.get(receipt) ?? 0)),
		paystack: sum(paystack.refunds.filter(({ status }) => status === "processed").map(({ amount }) => amount)),
	};
	for (const provider of ["mpesa", "paystack"] as const) {
		const made = sent.filter(
			(one) => one.target === "payment" && one.provider === provider && one.state === "succeeded",
		);
		const handed = sum(made.filter(({ reference }) => reference?.startsWith(byHand)).map(({ amount }) => amount));
		const recorded = sum(made.map(({ amount }) => amount)) - handed;
		require(recorded === gone[provider], "Refunds are paid once", { provider, recorded, gone: gone[provider], sent });
	}
	const pending = attempts.filter(
		({ state, createdAt }) => state === "pending" && createdAt < shop.world.clock() - 2 * DAY,
	);
	require(pending.length === 0, "No payment stays pending", pending);
}

function requireWorkDone({ world }: Shop, { events, jobs: all, problems: known }: Books): void {
	const now = world.clock();
	const late = events.filter(({ state, nextAt }) => (state === "new" || state === "sending") && nextAt < now - HOUR);
	require(late.length === 0, "No event stays behind", late);
	const isKnown = (subject: string) => known.some((one) => one.causeId === subject || one.subject.includes(subject));
	const isKnownKind = (kind: string) =>
		known.some((one) => one.kind === "events" && one.subject.startsWith(`${kind} `));
	const dead = events.filter(
		({ id, state, kind }) => state === "dead" && kind !== "mail.staff-task" && !isKnown(id) && !isKnownKind(kind),
	);
	require(dead.length === 0, "Staff know each dead event", dead);
	const stuck = all.filter(
		({ state, nextAt }) => (state === "queued" || state === "running") && nextAt < now - 6 * HOUR,
	);
	require(stuck.length === 0, "No job stays behind", stuck);
	const unknown = all.filter(
		({ id, state, needs }) => (state === "failed" || (state === "action_required" && !needs)) && !isKnown(id),
	);
	require(unknown.length === 0, "Staff know each job that stopped", unknown);
}

/** How long nothing has failed, and the registrar has ended what it was asked for, when the rules at rest are checked. */
const restMs = 3 * DAY;

/** A job that is queued again and again has no time at which it is late, so it must not be older than the rest. */
function requireNothingWaits({ world }: Shop, { jobs: all, domains: rows, plans, addons: extras }: Books): void {
	const open = all.filter(({ state }) => state === "queued" || state === "running");
	const old = open.filter(({ createdAt }) => createdAt < world.clock() - restMs);
	const waiting = old.filter(({ kind, orderLineId }) => {
		const addon = extras.find((one) => one.orderLineId === orderLineId);
		const parent = rows.find(({ id }) => id === addon?.domainId) ?? plans.find(({ id }) => id === addon?.planId);
		// It begins when its domain or plan works.
		return kind !== "activate_addon" || parent === undefined || parent.status === "active";
	});
	require(waiting.length === 0, "No job waits although nothing prevents it", waiting);
	const promised = [...rows, ...plans].filter(({ status }) => status === "pending" || status === "transfer_in");
	for (const row of promised) {
		const isWorkedOn = all.some(({ orderLineId, state }) => orderLineId === row.orderLineId && state !== "done");
		require(isWorkedOn, "What is not delivered yet has a job", row);
	}
}

/** Jobs that ended without what they were for. Their money became credit. A job that waits has a note, too. */
const isReturned = ({ state, note }: Books["jobs"][number]): boolean => state === "done" && note !== null;

function requirePaidServices({ world }: Shop, books: Books): void {
	const { jobs: all, lines, orders: placed, domains: rows, plans, addons: extras } = books;
	const { openProvider, whm } = world;
	const paid = placed.filter(({ state }) => state === "paid" || state === "fulfilled");
	for (const line of lines.filter(({ orderId }) => paid.some(({ id }) => id === orderId))) {
		// Nothing is set up for a line that staff wrote.
		if (line.kind === "custom") continue;
		const job = all.find(({ orderLineId }) => orderLineId === line.id);
		require(job !== undefined, "Each paid line has a job", line);
		if (job.state !== "done" || isReturned(job)) continue;
		if (job.kind === "create_hosting")
			require(plans.some(({ orderLineId }) => orderLineId === line.id), "Each paid plan exists", line);
		if (job.kind === "activate_addon")
			require(extras.some(
				({ orderLineId, activatedAt }) => orderLineId === line.id && activatedAt !== null,
			), "Each paid add-on is active", line);
	}
	const held = openProvider.domains.filter(({ status }) => status !== "FAI");
	const nameOf = ({ domain }: (typeof held)[number]) => `${domain.name}.${domain.extension}`;
	const yearOf = (time: string) => Number(time.slice(0, 4));
	for (const name of new Set(held.map(nameOf))) {
		const own = lines.filter(
			(line) =>
				line.domain === name &&
				["registration", "transfer", "renewal", "restore"].includes(line.kind) &&
				all.some((job) => job.orderLineId === line.id && !isReturned(job)),
		);
		const unfinished = all.some((job) => job.state !== "done" && own.some(({ id }) => id === job.orderLineId));
		if (unfinished) continue;
		const years = sum(own.map(({ details }) => details.years ?? 1));
		const records = held.filter((record) => nameOf(record) === name);
		const term = sum(records.map(({ renewal_date, active_date }) => yearOf(renewal_date) - yearOf(active_date)));
		require(years === term, "The registrar has as many years as were paid", { name, years, term, own });
		require(rows.some((row) => row.name === name), "Each registered name has an owner", name);
	}
	requireAddonsEnd(books);
	const expected = plans.filter(({ status }) => status === "active" || status === "suspended").length;
	require(whm.accounts.size === expected, "The panel has an account for each plan, and no other", {
		accounts: [...whm.accounts.values()],
		plans,
	});
	const isChanging = all.some(({ kind, state }) => kind === "change_hosting" && state !== "done");
	const sold = plans.filter(({ status }) => status === "active" || status === "suspended");
	const packages = [...whm.accounts.values()].map(({ plan }) => plan).toSorted();
	const products = sold.map(({ productId }) => productId).toSorted();
	require(isChanging || packages.join() === products.join(), "The panel has the plans that were paid for", {
		packages,
		products,
	});
	const suspended = plans.filter(({ status }) => status === "suspended").length;
	const atPanel = [...whm.accounts.values()].filter(({ suspendReason }) => suspendReason !== null).length;
	require(atPanel === suspended, "The panel suspends the plans that are suspended", { plans, atPanel });
}

/** Add-ons work as long as their domain or plan, and are not there twice. */
function requireAddonsEnd({ addons: extras, domains: rows, plans, jobs: all }: Books): void {
	for (const addon of extras.filter(({ activatedAt, endedAt }) => activatedAt === null && endedAt === null)) {
		const isWorkedOn = all.some(({ orderLineId, state }) => orderLineId === addon.orderLineId && state !== "done");
		require(isWorkedOn, "Add-ons that were paid for are activated or end", addon);
	}
	const running = extras.filter(({ activatedAt, endedAt }) => activatedAt !== null && endedAt === null);
	for (const addon of running) {
		const domain = rows.find(({ id }) => id === addon.domainId);
		const plan = plans.find(({ id }) => id === addon.planId);
		const parent = domain ?? plan;
		require(parent !== undefined &&
			!["released", "terminated"].includes(parent.status) &&
			!plan?.endedReason &&
			parent.userId === addon.userId, "Add-ons end with what they belong to", { addon, parent });
	}
	const keys = running.map(({ productId, domainId, planId }) => `${productId} ${domainId ?? planId}`);
	require(new Set(keys).size === keys.length, "Nothing has the same add-on twice", running);
}

function requireNothingUnpaid({ world }: Shop, { plans, invoices: all, lines }: Books): void {
	const now = world.clock();
	const invoiceOf = (planId: string) =>
		all.find(
			({ orderId, state }) =>
				state === "open" && lines.some((line) => line.orderId === orderId && line.planId === planId),
		);
	for (const plan of plans) {
		const invoice = invoiceOf(plan.id);
		if (plan.status === "active" && plan.expiresAt !== null) {
			const since = Math.max(plan.expiresAt, invoice?.dueAt ?? 0, invoice?.deliveredAt ?? 0);
			require(now < since + suspensionGraceMs + 1.5 * DAY, "Nothing unpaid is active beyond its grace", {
				plan,
				invoice,
			});
		}
		const { endedReason, suspendedReason, suspendedUntil, keptUntil } = plan;
		if (suspendedUntil !== null && suspendedReason !== null)
			require(now < suspendedUntil + 1.5 * DAY, "A suspension by staff ends on its day", plan);
		if (plan.status === "suspended" && endedReason !== null)
			require(keptUntil !== null && now < keptUntil + 3 * DAY, "The content of ended plans is deleted", plan);
		if (plan.status === "suspended" && endedReason === null && suspendedReason === null)
			require(invoice !== undefined &&
				invoice.dueAt < now &&
				invoice.deliveredAt !== null, "Only plans with an overdue invoice that was delivered are suspended", {
				plan,
				invoice,
			});
	}
}

/** Settings that someone changes at the registrar are sent again in the next night, or in the one after a change of ours. */
const settingsWait = 2 * DAY + 2 * HOUR;

function requireRegistrarMatches({ world, changedAt }: Shop, { domains: rows, events }: Books): void {
	for (const row of rows.filter(({ status }) => status === "active")) {
		const isLeftToStaff = events.some(
			({ kind, state, payload }) =>
				state === "dead" && ["domain.sync", "domain.reconcile"].includes(kind) && payload.domainId === row.id,
		);
		const isSettled = !isLeftToStaff && world.clock() - changedAt() > settingsWait;
		const record = world.openProvider.record(row.name);
		const shop = [row.expiresAt, ...(isSettled ? [row.locked, row.privacy, ...row.nameservers] : [])];
		const { is_locked, is_private_whois_enabled, name_servers } = record;
		const settings = [is_locked, is_private_whois_enabled, ...(name_servers ?? []).map(({ name }) => name)];
		const registrar = [amsterdamTime(record.renewal_date), ...(isSettled ? settings : [])];
		require(JSON.stringify(shop) === JSON.stringify(registrar), "The shop matches the registrar", {
			shop,
			registrar,
			row,
		});
	}
}

/** Each consent is confirmed, also if it names the same card. */
const repeated = "mail.renewals-card";

/** No email about the same event with the same text within a day. Later stages of a reminder may have the same text. */
function requireSingleEmails({ world }: Shop, { events }: Books): void {
	const eventOf = new Map(events.map((event) => [event.id, event]));
	const seen = new Map<string, number[]>();
	for (const { key, to, subject, text, at } of world.emails()) {
		const event = eventOf.get(key);
		require(event !== undefined, "Each email has an event", { key, subject });
		if (event.kind === repeated || event.kind === "mail.staff-task") continue;
		const about = `${event.kind} ${JSON.stringify(event.payload)} ${to}: ${text.replace(/https?:\S+/g, "…")}`;
		const times = seen.get(about) ?? [];
		require(times.every((time) => at - time >= DAY), "One email per event and stage", { about, at, times });
		seen.set(about, [...times, at]);
	}
}
