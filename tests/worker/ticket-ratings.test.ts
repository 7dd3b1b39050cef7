import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { composeEmail } from "~/features/tickets/compose-email";
import { ratingLinkLifetimeMs, ratingToken } from "~/features/tickets/rating-link";
import { ratingRateLimit } from "~/features/tickets/ticket-ratings.server";
import { deskTicketView } from "~/features/tickets/ticket-view";
import { newTicketSchema } from "~/features/tickets/tickets.schema";
import { configOf, secretsOf } from "~/platform/config";
import * as ratePage from "~/routes/support/rate-answer";
import { aCustomer, testServices } from "../support/factories";
import { aSignedInMember, deskArgs } from "../support/staff";

const secrets = secretsOf(configOf(env));

const ratingOf = (id: string) =>
	env.DB.prepare("select rating, rating_comment from tickets where id = ?").bind(id).first();

async function answered(id: string, next: "waiting" | "closed" | "open" = "closed") {
	const { session, member } = await aSignedInMember(["support"], { name: "Baraka Mwangi" });
	const shop = testServices();
	const version = Number(await env.DB.prepare("select version from tickets where id = ?").bind(id).first("version"));
	const form = { intent: "answer", key: crypto.randomUUID(), version, body: "Try again.", next } as const;
	expect(await shop.ticketsDesk.change({ session, member }, id, form)).toMatchObject({ ok: true });
	const event = env.DB.prepare("select id from outbox where kind = 'mail.ticket-answer' order by rowid desc limit 1");
	await shop.outbox.deliver(String(await event.first("id")));
	const mail = (await shop.inbox?.list())?.[0];
	const found = await shop.ticketsDesk.find(session, id);
	return { mail, desk: found && deskTicketView(found, Date.now()), session };
}

async function aTicket() {
	const customer = await aCustomer();
	const sender = { owner: { userId: customer.id }, customer };
	const input = { key: crypto.randomUUID(), department: "technical", subject: "Site is down", body: "Help." };
	const opened = await testServices().tickets.open(sender, newTicketSchema.parse(input));
	if (!opened.ok) throw new Error(opened.error.message);
	const { id } = opened.value;
	const change = (form: Parameters<ReturnType<typeof testServices>["tickets"]["change"]>[2], by = sender) =>
		testServices().tickets.change(by, id, form);
	return { id, sender, change };
}

/** A ticket of someone without an account. */
async function aStrangersTicket(): Promise<string> {
	const from = `neema.${Math.random().toString(36).slice(2, 8)}@example.co.ke`;
	const raw = new TextEncoder().encode(
		composeEmail({ from, to: brand.emails.support, subject: "x", text: "Help.", isAuthenticated: true }),
	);
	const email = { from, to: brand.emails.support, raw: new Blob([raw]).stream(), size: raw.length };
	const received = await testServices().emailIn.receive(email);
	return "ticketId" in received ? received.ticketId : "";
}

test("a customer rates our answer once there is one, changes the rating, and staff see it", async () => {
	const ticket = await aTicket();
	const rate = (rating: "good" | "bad", comment: string) => ticket.change({ intent: "rate", rating, comment });
	expect(await rate("good", "")).toMatchObject({ error: { kind: "conflict" } });
	const { mail } = await answered(ticket.id);
	expect(mail?.text).toContain(`/dashboard/support/${ticket.id}#rating`);
	expect(mail?.text).not.toContain("/rate-answer");
	expect(await rate("good", "Fast.")).toMatchObject({ ok: true });
	expect(await rate("bad", "It is down again.")).toMatchObject({ ok: true });
	expect(await ratingOf(ticket.id)).toEqual({ rating: "bad", rating_comment: "It is down again." });
	const { session } = await aSignedInMember(["read-only"]);
	const found = await testServices().ticketsDesk.find(session, ticket.id);
	expect(found && deskTicketView(found, Date.now()).rating).toMatchObject({
		text: expect.stringContaining("Not good"),
		comment: "It is down again.",
	});
	const logged = env.DB.prepare("select count(*) from activity_log where user_id = ? and kind = 'ticket.rated'");
	expect(await logged.bind(ticket.sender.customer.id).first("count(*)")).toBe(2);
});

test("other customers can't rate a ticket, and no one can while it waits for us", async () => {
	const [ticket, other] = [await aTicket(), await aTicket()];
	await answered(ticket.id, "waiting");
	const form = { intent: "rate", rating: "bad", comment: "" } as const;
	expect(await ticket.change(form, other.sender)).toMatchObject({ error: { kind: "not_found" } });
	await ticket.change({ intent: "answer", key: crypto.randomUUID(), body: "Still down." });
	expect(await ticket.change(form)).toMatchObject({ error: { kind: "conflict" } });
	expect(await ratingOf(ticket.id)).toEqual({ rating: null, rating_comment: null });
});

const visit = (token: string, form?: Record<string, string>) =>
	deskArgs({ address: `/rate-answer?token=${encodeURIComponent(token)}`, ...(form && { form }) }) as never;

test("someone without an account rates by the link in our answer, whose page alone changes nothing", async () => {
	const id = await aStrangersTicket();
	const { mail } = await answered(id);
	const token = new URL(/https?:\/\/\S+\/rate-answer\S+/.exec(mail?.text ?? "")?.[0] ?? "").searchParams.get("token");
	const page = await ratePage.loader(visit(token ?? ""));
	expect(page).toMatchObject({ ticket: { rating: null }, failure: null });
	expect(await ratingOf(id)).toEqual({ rating: null, rating_comment: null });
	expect(await ratePage.action(visit(token ?? "", { rating: "good", comment: "Thanks." }))).toEqual({ isRated: true });
	expect(await ratingOf(id)).toEqual({ rating: "good", rating_comment: "Thanks." });
	expect(await ratePage.action(visit(token ?? "", { rating: "bad" }))).toEqual({ isRated: true });
	expect(await ratingOf(id)).toEqual({ rating: "bad", rating_comment: null });
	expect(await ratePage.action(visit(token ?? "", { rating: "great" }))).toMatchObject({
		data: { failure: { fields: { rating: expect.any(String) } } },
	});
});

test("a rating link that is forged, expired or of another ticket changes nothing", async () => {
	const [id, other] = [await aStrangersTicket(), await aStrangersTicket()];
	await answered(id);
	await answered(other);
	const now = Date.now();
	const good = ratingToken(secrets, id, now);
	const wrong = [
		"",
		good.replace(id, other),
		good.replace(/\.\d+\./, `.${now + 2 * ratingLinkLifetimeMs}.`),
		good.replace(/[0-9a-f]{64}$/, "0".repeat(64)),
		ratingToken(["another secret"] as never, id, now),
		ratingToken(secrets, id, now - ratingLinkLifetimeMs),
	];
	const { ticketRatings } = testServices();
	for (const token of wrong)
		expect(await ticketRatings.rate(token, { rating: "bad", comment: "" }), token).toMatchObject({
			error: { kind: "invalid" },
		});
	expect(await ratingOf(id)).toEqual({ rating: null, rating_comment: null });
	expect(await ratingOf(other)).toEqual({ rating: null, rating_comment: null });
});

test("a rating link can't be used without end", async () => {
	const id = await aStrangersTicket();
	await answered(id);
	const token = ratingToken(secrets, id, Date.now());
	const { ticketRatings } = testServices();
	const sent: boolean[] = [];
	for (let count = 0; count <= ratingRateLimit.limit; count += 1)
		sent.push((await ticketRatings.rate(token, { rating: "bad", comment: String(count) })).ok);
	expect(sent.filter(Boolean)).toHaveLength(ratingRateLimit.limit);
	expect(sent.at(-1)).toBe(false);
});
