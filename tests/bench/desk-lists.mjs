import { createHash } from "node:crypto";
import { insert, openFile, rowId, series, spread } from "./full-database.mjs";
import { median } from "./statistics.mjs";
import { newVisitor } from "./visitor.mjs";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Rows of the desk's own tables beside those of `fullSize`. */
export const deskSize = {
	tickets: 60_000,
	projects: 20_000,
	proposals: 20_000,
	audit_log: 500_000,
	bulk_actions: 2_000,
};

const rowsPerBulkAction = 100;

const warmUp = 3;
const rounds = 15;

/** Lists of the desk and their filters, also those that find little or nothing. */
const lists = [
	"/desk",
	"/desk?state=done",
	"/desk/customers",
	"/desk/customers?q=customer1",
	"/desk/customers?q=page-1",
	"/desk/customers?q=nothing-has-this-name",
	"/desk/domains",
	"/desk/domains?status=expired",
	"/desk/domains?status=redemption&tld=africa",
	"/desk/domains?tld=co.ke&registrar=manual",
	"/desk/domains?within=30",
	"/desk/domains?registrar=sandbox&status=released",
	"/desk/domains?q=page-1",
	"/desk/hosting",
	"/desk/hosting?status=suspended",
	"/desk/hosting?plan=Starter&within=7",
	"/desk/hosting?q=page-1",
	"/desk/bulk-actions",
	"/desk/invoices",
	"/desk/invoices?state=open",
	"/desk/invoices?state=overdue",
	"/desk/invoices?state=refunded",
	"/desk/invoices?state=paid&amount=1234.56",
	"/desk/payments",
	"/desk/payments?state=pending",
	"/desk/payments?state=succeeded&method=mpesa",
	"/desk/payments?state=failed&method=paypal",
	"/desk/orders",
	"/desk/orders?state=pending_payment",
	"/desk/orders?state=cancelled",
	"/desk/orders?state=held",
	"/desk/quotes",
	"/desk/quotes?state=open",
	"/desk/approvals",
	"/desk/tickets",
	"/desk/tickets?list=closed",
	"/desk/tickets?list=closed&tag=spam",
	"/desk/tickets?q=spam",
	"/desk/projects",
	"/desk/projects?status=completed",
	"/desk/projects?q=none",
	"/desk/settings/audit-log",
	"/desk/settings/audit-log?kind=ticket.answered",
	"/desk/settings/staff",
	"/desk/catalogue/prices",
	"/desk/search?q=page-1",
	"/desk/search?q=customer1",
];

/** The lists of one customer. */
const ofCustomer = ["", "/services", "/invoices", "/payments", "/emails", "/sign-ins", "/tickets", "/activity"].map(
	(page) => `/desk/customers/usr_full0000000000007${page}`,
);

export const reports = [
	"open-invoices",
	"tax",
	"recurring",
	"renewals",
	"domains",
	"promos",
	"funnel",
	"tickets",
	"revenue",
].map((report) => `/desk/reports/${report}`);

/** Fills the desk's tables of a full database (full-database.mjs), whose file no Worker may have open. */
export function fillDesk(state, now, { users, tickets, projects, proposals, audit_log: changes, bulk_actions: bulks }) {
	const database = openFile(state);
	database.exec("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF");
	const owner = rowId("usr", `n % ${users}`);
	const since = `${now} - ${spread(700 * DAY)}`;
	insert(database, "tickets", series(tickets), "closed_at is null", {
		id: rowId("tkt"),
		number: "'T-' || printf('%09d', n)",
		user_id: owner,
		status: "CASE WHEN n % 100 = 0 THEN 'open' WHEN n % 100 < 3 THEN 'waiting' ELSE 'closed' END",
		closed_at: `CASE WHEN n % 100 >= 3 THEN ${since} END`,
		tags: `CASE WHEN n % 20 = 4 THEN '["spam"]' ELSE '[]' END`,
		due_at: since,
		answered_at: since,
		created_at: since,
		updated_at: since,
	});
	insert(database, "ticket_messages", series(tickets * 3), "true", {
		id: rowId("tkm"),
		ticket_id: rowId("tkt", "n / 3"),
		created_at: since,
	});
	insert(database, "projects", series(projects), "removed_at is null", {
		id: rowId("prj"),
		user_id: owner,
		created_at: since,
		updated_at: since,
	});
	insert(database, "proposals", series(proposals), null, {
		id: rowId("prp"),
		user_id: owner,
		state: "'declined'",
		currency: "'KES'",
		total: "150000",
		content: `'{"lines":[]}'`,
		written_by: "'Neema Wafula'",
		created_at: since,
		expires_at: since,
		decided_at: since,
	});
	insert(database, "bulk_actions", series(bulks), null, {
		id: rowId("blk"),
		subject: "'domain'",
		change: "'lock'",
		input: "'{}'",
		staff_id: "(SELECT id FROM staff LIMIT 1)",
		staff_name: "'Neema Wafula'",
		place: "''",
		request_id: "''",
		created_at: since,
	});
	insert(database, "bulk_rows", series(bulks * rowsPerBulkAction), null, {
		bulk_id: rowId("blk", `n / ${rowsPerBulkAction}`),
		position: `n % ${rowsPerBulkAction}`,
		subject_id: rowId("dom"),
		name: "'page-' || n",
		version: "0",
		state: "CASE WHEN n % 20 = 0 THEN 'refused' ELSE 'done' END",
	});
	insert(database, "audit_log", series(changes), null, {
		id: rowId("aud"),
		at: since,
		staff_id: "(SELECT id FROM staff LIMIT 1)",
		staff_name: "'Neema Wafula'",
		kind: "CASE WHEN n % 50 = 0 THEN 'ticket.answered' ELSE 'customer.viewed' END",
		subject_type: "'customer'",
		subject_id: owner,
		customer_id: owner,
		params: "'{}'",
		request_id: "''",
		place: "''",
	});
	database.exec("PRAGMA optimize = 0x10002; PRAGMA wal_checkpoint(TRUNCATE)");
	database.close();
}

/** Signs the owner of the seeded desk in and returns the cookie. Writes the file directly. */
export function signInAtDesk(state, now) {
	const token = "desk".padEnd(43, "x");
	const file = openFile(state);
	const until = now + 720 * MINUTE;
	file
		.prepare(
			`INSERT INTO staff_sessions (id, staff_id, token_hash, user_agent, place, created_at, seen_at, idle_expires_at,
				expires_at, confirmed_at) SELECT 'ses_desk', staff_id, ?, '', '', ?2, ?2, ?3, ?3, ?2 FROM staff_roles
				WHERE role = 'owner' LIMIT 1`,
		)
		.run(createHash("sha256").update(token).digest("hex"), now, until);
	file.close();
	return `staff=${token}`;
}

/**
 * Median time in ms of each list in a small shop and in a full one, and of its second page if the full shop has one, with
 * the rows that the full shop read. Rounds alternate between both, so that what else the machine does slows both.
 * @param {{ origin: string, rowsRead: () => Promise<number> }} full `rowsRead`: since its last call
 */
export async function deskTimes(small, full, cookie) {
	const results = [];
	for (const list of [...lists, ...ofCustomer]) {
		const { text } = await get(full.origin + list, cookie);
		const [, next] = /href="([^"]*[?&;]after=[^"]+)"/.exec(text) ?? [];
		const second = next && new URL(next.replaceAll("&amp;", "&"), full.origin + list);
		for (const page of second ? [list, second.pathname + second.search] : [list]) {
			const [few, many] = [[], []];
			let rows = 0;
			for (let round = -warmUp; round < rounds; round += 1) {
				// A small shop may have no second page.
				const ofSmall = await get(small.origin + list, cookie);
				await full.rowsRead();
				const ofFull = await get(full.origin + page, cookie);
				rows = await full.rowsRead();
				if (round < 0) continue;
				few.push(ofSmall.took);
				many.push(ofFull.took);
			}
			const ratio = median(many) / median(few);
			const name = page === list ? list : `${list} (page 2)`;
			results.push({ page: name, few: median(few), many: median(many), ratio, rows });
		}
	}
	return results;
}

/** The slowest of three times of each report (ms). */
export async function reportTimes(origin, cookie) {
	const results = [];
	for (const page of reports) {
		const times = [];
		for (let round = 0; round < 3; round += 1) times.push((await get(origin + page, cookie)).took);
		results.push({ page, slowest: Math.max(...times) });
	}
	return results;
}

async function get(url, cookie) {
	const start = performance.now();
	const response = await fetch(url, { headers: newVisitor(cookie), redirect: "manual" });
	const text = await response.text();
	const took = performance.now() - start;
	if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
	return { took, text };
}
