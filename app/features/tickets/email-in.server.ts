import { brand } from "~/brand";
import { change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { headBytes, kindOf } from "~/features/files/file-rules";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { derivedId } from "~/lib/ids";
import { logger } from "~/lib/log.server";
import type { Secrets } from "~/lib/secrets";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { type IncomingEmail, isOurs, maxEmailBytes, type RawEmail, readEmail } from "./incoming-email";
import { commitOpening } from "./opening.server";
import { ticketOfAddress } from "./reply-address";
import type { Department } from "./ticket";
import type { TicketFiles } from "./ticket-files.server";
import { createTicketsRepo, type TicketRow } from "./tickets.repo.server";
import type { Tickets } from "./tickets.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly tickets: Tickets;
	readonly ticketFiles: Pick<TicketFiles, "add" | "has">;
	/** Of reply addresses. */
	readonly secrets: Secrets;
}

/** `ignored`: nothing was stored. `rejected`: the sending server tells the sender why. */
export type Received =
	| { readonly state: "opened" | "added" | "noted"; readonly ticketId: string }
	| { readonly state: "ignored" }
	| { readonly state: "rejected"; readonly reason: string };

const MB = 1024 * 1024;

export const emailRateLimits = {
	/** Emails of one sender. */
	perSender: { limit: 20, windowMs: HOUR },
	/** Emails of one server that no domain has signed or sent. It can give any number of such addresses as senders. */
	unverifiedOfServer: { limit: 40, windowMs: DAY },
	/** Those of all servers together, against an attack from many of them. */
	unverified: { limit: 1_000, windowMs: DAY },
	/**
	 * Bytes of files from senders without an account. Each of their emails may open a ticket, so a limit per ticket would be
	 * none. Those of unverified senders are counted apart.
	 */
	filesOfSender: { limit: 50 * MB, windowMs: DAY },
	unverifiedFilesOfServer: { limit: 50 * MB, windowMs: DAY },
	unverifiedFiles: { limit: 200 * MB, windowMs: DAY },
	strangersFiles: { limit: 1_000 * MB, windowMs: DAY },
	/** Confirmations to one address. A loop of two programs ends here at the latest. */
	confirmations: { limit: 3, windowMs: DAY },
} as const;

const tooMany = "450 4.7.1 Too many emails. Try again in an hour.";
const tooManyUnverified = `450 4.7.1 Too many unverified emails today. Send from a domain with SPF or DKIM, or use the form on ${brand.name}'s contact page.`;

/** The sending server, or else the domain that the email claims. */
const serverKey = ({ server, from }: IncomingEmail) => server ?? from.slice(from.indexOf("@") + 1);

/** `userId`: the account of its sender. Null if there is none. */
type FiledTicket = Pick<TicketRow, "id" | "userId">;

/** Files of one email. */
const maxFiles = 10;

export type EmailIn = ReturnType<typeof createEmailIn>;

/** Email to the support address: opens tickets and adds to them. */
export function createEmailIn({ db, clock, rateLimiter, tickets, ticketFiles, secrets }: Dependencies) {
	const repo = createTicketsRepo(db);

	const messageIdOf = (email: IncomingEmail, messageId: string) => derivedId("tkm", "email", email.from, messageId);

	/** The same for a copy of the email, also without a Message-ID. */
	const ownId = (email: IncomingEmail) =>
		messageIdOf(email, email.messageId || `${email.subject}\n${email.text}\n${Math.floor(clock() / DAY)}`);

	/**
	 * The ticket that an email answers: by its reply address, otherwise by the sender's own emails among those it refers to.
	 * The subject says nothing, because anyone can write a number there.
	 */
	async function answeredTicket(email: IncomingEmail, signedId: string | null): Promise<TicketRow | undefined> {
		if (signedId !== null) return repo.byId(signedId);
		const ids = email.references.map((reference) => messageIdOf(email, reference));
		return ids.length === 0 ? undefined : repo.ofMessages(ids);
	}

	/** Whether the email is from the person with whom the ticket's conversation is. */
	async function isFromSender(email: IncomingEmail, ticket: TicketRow): Promise<boolean> {
		if (email.authentication !== "pass") return false;
		return email.from === (ticket.email ?? (await repo.addressOf(ticket.id)));
	}

	const bodyOf = ({ text }: IncomingEmail) => text || "(No text)";

	/** Whether a sender without an account may have so many bytes stored. An account has its own quota. */
	async function mayStore(email: IncomingEmail, cost: number): Promise<boolean> {
		const isVerified = email.authentication === "pass";
		const key = ["ticket:files", `${email.authentication} ${email.from}`] as const;
		const { allowed } = await rateLimiter.takeAll([
			{ key, cost, ...emailRateLimits.filesOfSender },
			...(isVerified
				? [{ key: ["ticket:files-strangers", "all"], cost, ...emailRateLimits.strangersFiles } as const]
				: ([
						{ key: ["ticket:files-server", serverKey(email)], cost, ...emailRateLimits.unverifiedFilesOfServer },
						{ key: ["ticket:files-unverified", "all"], cost, ...emailRateLimits.unverifiedFiles },
					] as const)),
		]);
		return allowed;
	}

	/** Stores the files of an email with its message. A note names those that we did not store. */
	async function addFiles(
		email: IncomingEmail,
		{ id: ticketId, userId }: FiledTicket,
		messageId: string,
	): Promise<void> {
		const [unknown, tooMuch]: [string[], string[]] = [[], []];
		for (const [index, { name, bytes }] of email.files.entries()) {
			const upload = { name, size: bytes.length, body: new Blob([bytes]).stream() };
			const id = derivedId("fil", messageId, String(index));
			const isTooMany = index >= maxFiles;
			if (isTooMany || (await ticketFiles.has(id))) {
				if (isTooMany) unknown.push(name);
				continue;
			}
			// Before it is counted, because a refused one takes no space.
			const isKnown = kindOf(name, bytes.subarray(0, headBytes)) !== null;
			if (isKnown && userId === null && !(await mayStore(email, bytes.length))) tooMuch.push(name);
			else if (!(await ticketFiles.add(upload, { ticketId, messageId, id })).ok) unknown.push(name);
		}
		const list = (names: readonly string[]) => names.slice(0, 20).join(", ");
		const body = [
			unknown.length > 0 && `The email had files that we don't accept: ${list(unknown)}.`,
			tooMuch.length > 0 &&
				`Files were not stored, because senders without an account have sent too much today: ${list(tooMuch)}. Ask for them again tomorrow.`,
		].filter(Boolean);
		if (body.length === 0) return;
		const id = derivedId("tkm", messageId, "files");
		const note = { id, ticketId, kind: "note", author: brand.name, body: body.join("\n") } as const;
		await db.commit(tickets.addMessage(note, clock()), clock());
	}

	/** Adds an email to a ticket, or to the one into which it was merged. Null if it is gone. */
	async function add(email: IncomingEmail, id: string): Promise<Received | null> {
		for (let attempt = 1; attempt <= 3; attempt += 1) {
			const [ticket, settings] = await Promise.all([repo.current(id), tickets.settings()]);
			if (!ticket) return null;
			const now = clock();
			// An automatic answer is no reason to look at the ticket again.
			const isNote = email.automatic !== null;
			const message = {
				...({ id: ownId(email), ticketId: ticket.id, kind: isNote ? "note" : "customer" } as const),
				...{ author: isNote ? `${email.name} (automatic)` : null, body: bodyOf(email) },
				emailId: email.messageId || null,
			};
			const added = tickets.addMessage(message, now);
			const { state } = await db.commit(isNote ? added : tickets.waking(ticket, added, settings), now);
			// It was merged or deleted in between.
			if (state === "stale") continue;
			await addFiles(email, ticket, message.id);
			return { state: isNote ? "noted" : "added", ticketId: ticket.id };
		}
		// The sending server tries again.
		throw new Error(`The ticket ${id} changed while an email was added to it`);
	}

	async function open(email: IncomingEmail, department: Department, claimed: TicketRow | undefined): Promise<Received> {
		const isVerified = email.authentication === "pass";
		const userId = isVerified ? await repo.customerAt(email.from) : null;
		const messageId = ownId(email);
		const id = derivedId("tck", messageId);
		const now = clock();
		const mayConfirm =
			isVerified &&
			email.automatic === null &&
			(await rateLimiter.take(["ticket:confirmation", email.from], emailRateLimits.confirmations)).allowed;
		const settings = await tickets.settings();
		const subject = { id, via: "email", department, subject: email.subject, body: bodyOf(email) } as const;
		const build = (number: string) =>
			change(
				tickets.opening(
					{
						...subject,
						number,
						// Answers to a customer go to the address of the account.
						...(userId === null ? { name: email.name, email: email.from } : { userId }),
					},
					userId === null ? email.name : null,
					settings,
					{ messageId, emailId: email.messageId || null },
				),
				claimed &&
					tickets.addMessage(
						{
							...({ id: derivedId("tkm", id, "claimed"), ticketId: id, kind: "note", author: brand.name } as const),
							body: `This email answers ${claimed.number}, but it is not certain that it is from the sender of that ticket.`,
						},
						now,
					),
				mayConfirm && tickets.confirmation(id, userId ?? undefined),
			);
		const opened = await commitOpening({ db, clock }, { id, prefix: "T" }, build);
		// The sending server tries again.
		if (!opened) throw new Error(`The email was not stored as the ticket ${id}`);
		await addFiles(email, { id, userId }, messageId);
		return { state: "opened", ticketId: id };
	}

	return {
		/** Stores an email. A copy of it changes nothing. */
		async receive(raw: RawEmail): Promise<Received> {
			const to = raw.to.trim().toLowerCase();
			if (raw.size > maxEmailBytes)
				return { state: "rejected", reason: "552 5.3.4 The email is too large. Send at most 15 MB." };
			const signed = ticketOfAddress(secrets, to);
			if (signed === "forged") return { state: "rejected", reason: "550 5.1.1 There is no such address." };
			const email = await readEmail(raw);
			if (!email) return { state: "rejected", reason: "550 5.6.0 The email can't be read." };
			if (email.authentication === "fail")
				return { state: "rejected", reason: "550 5.7.1 The email is not from the domain of its sender." };
			if (isOurs(email.from)) return { state: "ignored" };
			// Counted apart, so that someone who only claims the address can't use up its owner's emails.
			const sender = ["ticket:email", `${email.authentication} ${email.from}`] as const;
			const { allowed, refusedBy } = await rateLimiter.takeAll([
				{ key: sender, ...emailRateLimits.perSender },
				...(email.authentication === "pass"
					? []
					: ([
							{ key: ["ticket:email-server", serverKey(email)], ...emailRateLimits.unverifiedOfServer },
							{ key: ["ticket:email-unverified", "all"], ...emailRateLimits.unverified },
						] as const)),
			]);
			if (!allowed) return { state: "rejected", reason: refusedBy === sender[0] ? tooMany : tooManyUnverified };

			const ticket = await answeredTicket(email, signed);
			if (ticket && (await isFromSender(email, ticket))) {
				const added = await add(email, ticket.id);
				if (added) return added;
			}
			// Someone's vacation notice is no request for help.
			if (email.automatic === "reply") return { state: "ignored" };
			return open(email, to.startsWith("sales@") ? "sales" : "technical", ticket);
		},

		/** Writes what became of an email into the log, without its text. */
		log: (received: Received, size: number) =>
			logger.info("email_received", {
				outcome: received.state,
				size,
				...("ticketId" in received && { ticketId: received.ticketId }),
				...(received.state === "rejected" && { reason: received.reason }),
			}),
	};
}
