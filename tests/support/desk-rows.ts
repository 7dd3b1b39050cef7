import { env } from "cloudflare:workers";
import { change } from "~/db/change.server";
import { previewMark } from "~/features/bulk-actions/bulk-actions.server";
import { entriesOf } from "~/features/catalog-desk/draft";
import { cannedReplySchema } from "~/features/tickets/canned-replies.schema";
import type { IncomingFile } from "~/lib/multipart";
import type { Result } from "~/lib/result";
import { testServices } from "./factories";
import { seededShop } from "./seeded";
import { aMember, aSignedInMember } from "./staff";

/**
 * The seeded shop, with what its seed lacks of the desk's kinds of rows. Returns the parameters of a route's addresses by
 * its name. Throws when a route reads one that has no row here.
 */
export async function deskRows(): Promise<(route: string) => Record<string, string>> {
	const { rows, demo } = await seededShop();
	const { session, member } = await aSignedInMember(["owner"]);
	const { bulkActions, cannedReplies, catalogDesk, helpDesk, jobFiles, projectsDesk, ticketsDesk } = testServices();
	const theirs = <Row extends { readonly userId?: string | null }>(list: readonly Row[]) =>
		list.find(({ userId }) => userId === demo.id) ?? missing();

	const job = rows.jobs.at(0) ?? missing();
	const ticketId = theirs(rows.tickets).id;
	const projectId = theirs(rows.projects).id;
	const files: Readonly<Record<string, string>> = {
		"job-file": done(await jobFiles.add(job.id, new File([pdf], "proof.pdf"), () => change())).id,
		"ticket-file": done(await ticketsDesk.addFile({ session, member }, ticketId, incoming())).id,
		"project-file": done(await projectsDesk.addFile({ session, member }, projectId, incoming())).id,
	};

	const texts = { slug: "seen-by-staff", title: "Seen by staff", section: "domains", summary: "A summary." } as const;
	const article = done(
		await helpDesk.create({ session, member }, { ...texts, body: "A text about **giraffes**.", position: 1 }),
	);
	const reply = cannedReplySchema.parse({ title: "Hello", department: "", body: "Hello {{first_name}}." });
	done(await cannedReplies.create(session, reply));
	const [canned] = (await cannedReplies.list(session, { q: "", department: undefined, after: undefined })).items;
	const emailId = "out_seen_by_staff";
	await env.DB.prepare(
		"insert into outbox (id, kind, payload, user_id, state, next_at, created_at, sent_at) values (?, 'mail.receipt', '{}', ?, 'sent', 1, 1, 1)",
	)
		.bind(emailId, demo.id)
		.run();
	const domainId = theirs(rows.domains).id;
	const row = { id: domainId, version: 0, name: "seen.co.ke", refusal: null };
	const bulkId = done(
		await bulkActions.start(session, member, {
			...{ subject: "domain", change: "lock", rows: [row], input: {}, retryOf: null },
			...{ seen: previewMark("lock", [row]), key: "seen-by-staff" },
		}),
	);
	const entry = entriesOf((await catalogDesk.draft(session)).content).at(0) ?? missing();

	const ids: Readonly<Record<string, string>> = {
		customerId: demo.id,
		emailId,
		articleId: article.id,
		ticketId,
		replyId: canned?.id ?? missing(),
		orderId: job.orderId,
		jobId: job.id,
		bulkId,
		domainId,
		planId: theirs(rows.hostingPlans).id,
		invoiceId: theirs(rows.invoices).id,
		proposalId: theirs(rows.proposals).id,
		projectId,
		key: entry.key,
		number: "1",
		email: "receipt",
		staffId: (await aMember(["support"])).id,
	};
	return (route) =>
		new Proxy({} as Record<string, string>, {
			get(_, name) {
				const id = name === "fileId" ? files[route] : ids[String(name)];
				if (id === undefined) throw new Error(`${route}: tests/support/desk-rows.ts has no ${String(name)}`);
				return id;
			},
		});
}

const pdf = "%PDF-1.7\n";

const incoming = (): IncomingFile => ({ name: "brief.pdf", size: pdf.length, body: new Blob([pdf]).stream() });

function missing(): never {
	throw new Error("The seed has no such row");
}

function done<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(result.error.message);
	return result.value;
}
