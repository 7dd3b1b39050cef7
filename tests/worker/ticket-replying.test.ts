import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newTicketSchema } from "~/features/tickets/tickets.schema";
import { MINUTE, SECOND } from "~/lib/durations";
import * as replyingRoute from "~/routes/desk/ticket-replying";
import { aCustomer, testServices } from "../support/factories";
import { aSignedInMember, deskArgs } from "../support/staff";
import { costlyStatements } from "../support/statement-plans";

async function aTicket() {
	const customer = await aCustomer();
	const sender = { owner: { userId: customer.id }, customer };
	const input = { key: crypto.randomUUID(), department: "technical", subject: "Site is down", body: "Help." };
	const opened = await testServices().tickets.open(sender, newTicketSchema.parse(input));
	if (!opened.ok) throw new Error(opened.error.message);
	const { id } = opened.value;
	return {
		id,
		write: () =>
			testServices().tickets.change(sender, id, { intent: "answer", key: crypto.randomUUID(), body: "Hello?" }),
	};
}

async function anAgent(name: string, roles: Parameters<typeof aSignedInMember>[0] = ["support"]) {
	const { session, member, cookie } = await aSignedInMember(roles, { name });
	const agent = { session, member };
	return {
		cookie,
		/** The page as it is loaded now, which then asks for news. */
		async page(id: string) {
			const found = await testServices().ticketsDesk.find(session, id);
			const version = found?.ticket.version ?? 0;
			const seen = found?.messages.items[0]?.id ?? "";
			return {
				names: found?.repliers.map((one) => one.name),
				lastSent: found?.lastSent,
				ask: (typing = false, services = testServices()) =>
					services.ticketsDesk.replying(session, id, { version, seen, typing: typing || undefined }),
				change: (form: { intent: "answer" | "note" | "tag" }) =>
					testServices().ticketsDesk.change(agent, id, {
						...{ version, key: crypto.randomUUID(), body: "Done.", next: "open", tags: ["dns"] },
						...form,
					} as never),
			};
		},
	};
}

test("others see who is replying when they load the page and while it is open, for about a minute", async () => {
	const { id } = await aTicket();
	const [baraka, achieng] = [await anAgent("Baraka Mwangi"), await anAgent("Achieng Odhiambo")];
	const typing = await baraka.page(id);
	expect(await typing.ask(true)).toMatchObject({ repliers: [] });
	const other = await achieng.page(id);
	expect(other.names).toEqual(["Baraka Mwangi"]);
	expect(await other.ask()).toMatchObject({ repliers: [{ name: "Baraka Mwangi" }], news: null });
	const later = testServices({ clock: () => Date.now() + MINUTE + SECOND });
	expect(await other.ask(false, later)).toMatchObject({ repliers: [] });
	await typing.ask(true, later);
	expect(await other.ask(false, later)).toMatchObject({ repliers: [{ name: "Baraka Mwangi" }] });
	expect(await costlyStatements()).toEqual([]);
});

test("someone who has sent the answer is not replying any more", async () => {
	const { id } = await aTicket();
	const [baraka, achieng] = [await anAgent("Baraka Mwangi"), await anAgent("Achieng Odhiambo")];
	const page = await baraka.page(id);
	await page.ask(true);
	expect(await page.change({ intent: "answer" })).toMatchObject({ ok: true });
	expect((await achieng.page(id)).names).toEqual([]);
});

test("a colleague of the same name who sends an answer does not empty the person's own form", async () => {
	const { id } = await aTicket();
	const [one, other] = [await anAgent("Baraka Mwangi"), await anAgent("Baraka Mwangi")];
	const sent = async (agent: typeof one, intent: "answer" | "note") =>
		expect(await (await agent.page(id)).change({ intent })).toMatchObject({ ok: true });
	const lastSent = async (agent: typeof one) => (await agent.page(id)).lastSent;
	expect(await lastSent(one)).toEqual({ answer: null, note: null });
	await sent(other, "answer");
	await sent(other, "note");
	expect(await lastSent(one)).toEqual({ answer: null, note: null });
	await sent(one, "answer");
	expect(await lastSent(one)).toEqual({ answer: expect.any(String), note: null });
	expect(await costlyStatements()).toEqual([]);
});

test("an open page learns who has answered, written or changed something since it was loaded", async () => {
	const { id, write } = await aTicket();
	const [baraka, achieng] = [await anAgent("Baraka Mwangi"), await anAgent("Achieng Odhiambo")];
	const news = async (happens: () => Promise<unknown>) => {
		const page = await baraka.page(id);
		expect(await page.ask()).toMatchObject({ news: null });
		await happens();
		return (await page.ask())?.news;
	};
	const change = (intent: "answer" | "note" | "tag") => async () =>
		expect(await (await achieng.page(id)).change({ intent })).toMatchObject({ ok: true });
	expect(await news(change("answer"))).toContain("Achieng Odhiambo has answered");
	expect(await news(change("note"))).toContain("Achieng Odhiambo has written a note");
	expect(await news(change("tag"))).toContain("Someone has changed this ticket");
	expect(await news(write)).toContain("The sender has written");
	// Whoever sends the answer anyway is refused, and reads by whom the newest message is.
	const page = await baraka.page(id);
	await change("answer")();
	expect(await page.change({ intent: "answer" })).toMatchObject({
		error: { code: "changed_meanwhile", message: expect.stringContaining("Achieng Odhiambo") },
	});
});

test("the page's script gets names and news as JSON, and roles that may not answer get a 404", async () => {
	const { id } = await aTicket();
	const [baraka, reader] = [await anAgent("Baraka Mwangi"), await anAgent("Neema Wafula", ["read-only"])];
	const send = (cookie: string) =>
		replyingRoute.action(
			deskArgs({
				...{ cookie, address: "/desk/x", params: { ticketId: id } },
				form: { intent: "replying", version: "0", seen: "", typing: "1" },
			}) as never,
		);
	const answer = await send(baraka.cookie);
	expect(answer instanceof Response && (await answer.json())).toEqual({ names: [], news: null });
	await expect(send(reader.cookie)).rejects.toMatchObject({ init: { status: 404 } });
	expect((await reader.page(id)).names).toEqual(["Baraka Mwangi"]);
	const rows = env.DB.prepare("select count(*) from ticket_repliers where ticket_id = ?").bind(id);
	expect(await rows.first("count(*)")).toBe(1);
});
