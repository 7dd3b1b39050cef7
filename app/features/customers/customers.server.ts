import type { Database } from "~/db/client.server";
import type { SentEmails } from "~/features/email/sent-emails.server";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { decodeCursor, type Page, pageSize, sortMatches, toMatchPage, toPage } from "~/lib/page";
import { ok } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable.server";
import type { Registrar } from "~/platform/registrar/registrar";
import { createCustomersRepo } from "./customers.repo.server";
import type { CustomerSearch } from "./customers.schema";
import { searchTerms } from "./search-terms";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrar: Pick<Registrar, "holderOf">;
	readonly sentEmails: Pick<SentEmails, "find">;
}

type Repo = ReturnType<typeof createCustomersRepo>;
export type FoundCustomer = Awaited<ReturnType<Repo["newest"]>>[number] & { readonly found: string | null };
export type CustomerAccount = NonNullable<Awaited<ReturnType<Repo["account"]>>>;

interface SearchResult extends Page<FoundCustomer> {
	/** The only customer or invoice that the text names completely. */
	readonly exact: { readonly customerId: string; readonly invoiceId: string | null } | null;
}

interface PageQuery {
	readonly after?: string | undefined;
}

/** Customers, for staff. */
export function createCustomers({ db, clock, registrar, sentEmails }: Dependencies) {
	const repo = createCustomersRepo(db);
	const rows = (session: StaffSession, permission: Permission, userId: string, { after }: PageQuery) => ({
		...{ session, permission, userId, after: decodeCursor(after), now: clock() },
	});
	const byCreation = ({ createdAt, id }: { createdAt: number; id: string }) => [createdAt, id] as const;

	return {
		/** Customers by name, company, email, phone, domain, invoice, receipt or card. Without a text, the newest. */
		async search(session: StaffSession, { q, after }: CustomerSearch, size = pageSize): Promise<SearchResult> {
			const now = clock();
			const range = { after: decodeCursor(after), limit: size + 1 };
			const terms = searchTerms(q);
			if (Object.keys(terms).length === 0) {
				const { items, next } = toPage(await repo.newest(session, range, now), byCreation, size);
				return { items: items.map((row) => ({ ...row, found: null })), next, exact: null };
			}
			const rows = await repo.search(session, terms, range, now);
			const sorted = sortMatches(rows);
			// Someone may be found by name and by address.
			const { items: shown, next } = toMatchPage(sorted, size);
			const items = shown.map((row) => ({ ...row, found: shownMatch(row) }));
			const whole = sorted.filter(({ by, match }) => match === terms[by] || by === "card");
			const [hit] = whole;
			const isOne = hit !== undefined && new Set(whole.map(({ id }) => id)).size === 1;
			const sure = isOne && (!["name", "card"].includes(hit.by) || items.length === 1);
			const exact = sure && after === undefined ? { customerId: hit.id, invoiceId: hit.invoiceId } : null;
			return { items, next, exact };
		},

		/** What every page of a customer shows. Null if there is no such customer. */
		async find(session: StaffSession, id: string) {
			const now = clock();
			const [account, open, credit, counts] = await Promise.all([
				repo.account(session, id, now),
				repo.openAmounts(session, id, now),
				repo.credits(session, id, now),
				repo.counts(session, id, now),
			]);
			return account && { account, open, credit, counts };
		},

		billingEmails: (session: StaffSession, id: string) => repo.billingEmails(session, id, clock()),

		account: (session: StaffSession, id: string) => repo.account(session, id, clock()),

		async domains(session: StaffSession, id: string, page: PageQuery) {
			const { items, next } = toPage(await repo.domains(rows(session, "services.view", id, page)), byCreation);
			return { items: items.map((row) => ({ ...row, registrar: registrar.holderOf(row) ?? null })), next };
		},
		plans: async (session: StaffSession, id: string, page: PageQuery) =>
			toPage(await repo.plans(rows(session, "services.view", id, page)), byCreation),
		addons: async (session: StaffSession, id: string, page: PageQuery) =>
			toPage(await repo.addons(rows(session, "services.view", id, page)), byCreation),
		invoices: async (session: StaffSession, id: string, page: PageQuery) =>
			toPage(await repo.invoices(rows(session, "billing.view", id, page)), (row) => [row.issuedAt, row.id]),
		payments: async (session: StaffSession, id: string, page: PageQuery) =>
			toPage(await repo.payments(rows(session, "billing.view", id, page)), byCreation),
		credit: async (session: StaffSession, id: string, page: PageQuery) =>
			toPage(await repo.credit(rows(session, "billing.view", id, page)), byCreation),
		emails: async (session: StaffSession, id: string, page: PageQuery) =>
			toPage(await repo.emails(rows(session, "customers.view", id, page)), byCreation),
		/** An email with its text. Null if this customer has no such email. */
		async email(session: StaffSession, id: string, emailId: string) {
			const row = await repo.email(session, "customers.view", id, emailId, clock());
			return (
				row && {
					row,
					sent: await whenAvailable(noText, async () => ok(await sentEmails.find({ userId: id, id: emailId }))),
				}
			);
		},

		/** Files of the customer's tickets, projects and jobs that the person may see. */
		files: async (session: StaffSession, id: string, { after }: PageQuery) =>
			toPage(await repo.files({ session, userId: id, after: decodeCursor(after), now: clock() }), byCreation),

		/** Who may use the account, and which accounts its customer may use. */
		access: async (session: StaffSession, id: string) => ({ items: await repo.access(session, id, clock()) }),

		/** Devices that are signed in. */
		sessions: async (session: StaffSession, id: string) =>
			toPage(await repo.sessions(rows(session, "customers.view", id, {})), (row) => [row.seenAt, row.id]),
		securityEvents: async (session: StaffSession, id: string, page: PageQuery) =>
			toPage(await repo.securityEvents(rows(session, "customers.view", id, page)), (row) => [row.lastAt, row.id]),
		activity: async (session: StaffSession, id: string, page: PageQuery) =>
			toPage(await repo.activity(rows(session, "customers.view", id, page)), byCreation),
		notes: async (session: StaffSession, id: string, page: PageQuery) =>
			toPage(await repo.notes(rows(session, "customers.view", id, page)), byCreation),
	};
}

const noText = "We can't load the text of this email right now. Please try again in a minute.";

export type Customers = ReturnType<typeof createCustomers>;

/** What was found, if the list does not show it anyway. */
const shownMatch = ({ by, match }: Awaited<ReturnType<Repo["search"]>>[number]): string | null =>
	by === "name" || by === "email" || by === "id" ? null : match;
