import { audit, type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Accounts } from "~/features/accounts/accounts.server";
import type { Client } from "~/features/accounts/client";
import type { Sessions } from "~/features/accounts/sessions.server";
import type { Profile } from "~/features/accounts/settings.schema";
import type { AccountSettings } from "~/features/accounts/settings.server";
import { withPostalCode } from "~/features/billing-details/billing-address";
import {
	type BillingDetails as BillingForm,
	billingDetailsIn,
} from "~/features/billing-details/billing-details.schema";
import type { BillingDetails } from "~/features/billing-details/billing-details.server";
import type { BillingEmails } from "~/features/billing-details/billing-emails.server";
import type { Closing } from "~/features/closing/closing.server";
import type { DataExport } from "~/features/data-export/data-export.server";
import { emailName, isResendable } from "~/features/email/email-names";
import type { Permission } from "~/features/staff/permissions";
import { firstNameOf, type StaffMember, type StaffSession } from "~/features/staff/staff";
import type { TwoFactor } from "~/features/two-factor/two-factor.server";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { parse } from "~/lib/parse";
import { fail, ok, type Result } from "~/lib/result";
import type { AuditKindName, AuditParams } from "~/registry";
import { createCustomersRepo } from "./customers.repo.server";
import type { EditNote, RemoveNote } from "./customers.schema";
import type { IdentityCheck } from "./identity-check";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly accounts: Pick<Accounts, "resendVerificationByStaff" | "verifyByStaff">;
	readonly accountSettings: Pick<AccountSettings, "updateProfileByStaff">;
	readonly billingDetails: Pick<BillingDetails, "saveByStaff">;
	readonly billingEmails: Pick<BillingEmails, "add" | "remove">;
	readonly closing: Pick<Closing, "keepByStaff" | "scheduleByStaff">;
	readonly dataExport: Pick<DataExport, "downloadByStaff">;
	readonly sessions: Pick<Sessions, "endAllOf" | "startActing">;
	readonly twoFactor: Pick<TwoFactor, "disableByStaff">;
}

/** The author of a change at the desk. */
interface By {
	readonly session: StaffSession;
	readonly member: Pick<StaffMember, "name">;
}

const profileFields = {
	firstName: "first name",
	lastName: "last name",
	phone: "phone",
	company: "company",
	country: "country",
	timezone: "timezone",
	language: "language",
} as const satisfies Readonly<Record<keyof Profile, string>>;

const billingFields = {
	name: "name",
	address: "address",
	city: "town",
	taxPin: "tax number",
} as const satisfies Readonly<Record<keyof BillingForm, string>>;

export type CustomerActions = ReturnType<typeof createCustomerActions>;

/** What staff do for a customer. Each change is in the same commit as its entry in the audit log. */
export function createCustomerActions({
	db,
	clock,
	accounts,
	accountSettings,
	billingDetails,
	billingEmails,
	closing,
	dataExport,
	sessions,
	twoFactor,
}: Dependencies) {
	const repo = createCustomersRepo(db);

	const recorded = <K extends AuditKindName>(
		session: StaffSession,
		permission: Permission,
		customerId: string,
		entry: { readonly kind: K; readonly params: AuditParams<K>; readonly reason?: string },
	): Change =>
		audit(session, permission, { ...entry, subject: { type: "customer", id: customerId }, customerId } as Parameters<
			typeof audit
		>[2]);

	/** The account for a change. It is read with the permission to see customers, and the commit checks the change's. */
	async function accountOf(session: StaffSession, id: string) {
		return repo.account(session, id, clock());
	}

	async function commit(recordedChange: Change): Promise<Result<null>> {
		const { state } = await db.commit(recordedChange, clock());
		return state === "ok" ? ok(null) : notAllowed();
	}

	return {
		/** Changes the profile. Fails with `changed_meanwhile` if the form is out of date. */
		async editProfile(
			session: StaffSession,
			id: string,
			profile: Profile,
			{ version, reason }: { readonly version: number; readonly reason: string },
		): Promise<Result<null>> {
			const account = await accountOf(session, id);
			if (!account) return noCustomer();
			const changes = (Object.keys(profileFields) as (keyof Profile)[])
				.map((key) => ({ field: profileFields[key], before: account[key] ?? "", after: profile[key] ?? "" }))
				.filter(({ before, after }) => before !== after);
			const entry = recorded(session, "customers.edit", id, {
				kind: "customer.profile_changed",
				params: { changes },
				reason,
			});
			return accountSettings.updateProfileByStaff(id, version, profile, entry);
		},

		/**
		 * Changes the address and the tax number on the customer's invoices. Fails with `changed_meanwhile` if the form is out
		 * of date. @param fields as `billingDetailsIn` reads them
		 */
		async editBilling(
			session: StaffSession,
			id: string,
			fields: Readonly<Record<string, unknown>>,
			{ version, reason }: { readonly version: number; readonly reason: string },
		): Promise<Result<null>> {
			const account = await accountOf(session, id);
			if (!account) return noCustomer();
			const input = parse(billingDetailsIn(account.country), fields);
			if (!input.ok) return input;
			const before = account.billingAddress;
			const changes = (Object.keys(billingFields) as (keyof typeof billingFields)[])
				.map((key) => ({ field: billingFields[key], before: before?.[key] ?? "", after: input.value[key] ?? "" }))
				.filter((one) => one.before !== one.after);
			const entry = recorded(session, "customers.edit", id, {
				kind: "customer.billing_changed",
				params: { changes },
				reason,
			});
			return billingDetails.saveByStaff(id, version, withPostalCode(input.value, before), entry);
		},

		/** Adds an address that gets the customer's invoices, once its reader has agreed. */
		async addBillingEmail(
			session: StaffSession,
			id: string,
			{ email, reason }: { readonly email: string; readonly reason: string },
		): Promise<Result<null>> {
			const account = await accountOf(session, id);
			if (!account) return noCustomer();
			if (account.status === "closed") return fail("conflict", "This account is closed.");
			const entry = (email: string) =>
				recorded(session, "customers.edit", id, { kind: "customer.billing_email_added", params: { email }, reason });
			return billingEmails.add(account, email, { actor: "staff", owner: { userId: id }, entry });
		},

		async removeBillingEmail(
			session: StaffSession,
			id: string,
			{ billingEmailId, reason }: { readonly billingEmailId: string; readonly reason: string },
		): Promise<Result<null>> {
			if (!(await accountOf(session, id))) return noCustomer();
			const entry = (email: string) =>
				recorded(session, "customers.edit", id, { kind: "customer.billing_email_removed", params: { email }, reason });
			const removed = await billingEmails.remove(billingEmailId, { actor: "staff", owner: { userId: id }, entry });
			return removed.ok ? ok(null) : fail("conflict", removed.error.message);
		},

		async addNote({ session, member }: By, id: string, text: string): Promise<Result<null>> {
			if (!(await accountOf(session, id))) return noCustomer();
			const now = clock();
			const note = {
				id: createId("not", now),
				userId: id,
				text,
				writtenBy: member.name,
				createdAt: now,
				updatedAt: now,
			};
			return commit(
				change(
					recorded(session, "customers.note", id, { kind: "customer.note_added", params: {} }),
					repo.addNote(note),
				),
			);
		},

		/** Fails with `changed_meanwhile` if someone has edited it since the form was loaded. */
		async editNote({ session, member }: By, id: string, { noteId, version, text }: EditNote): Promise<Result<null>> {
			const before = await repo.note(session, id, noteId, clock());
			const entry = { kind: "customer.note_edited", params: { before: before?.text ?? "" } } as const;
			const edited = change(
				recorded(session, "customers.note", id, entry),
				repo.editNote(id, noteId, version, { text, editedBy: member.name }, clock()),
			);
			return (await db.commit(edited, clock())).state === "ok" ? ok(null) : noteChanged();
		},

		async removeNote({ session }: By, id: string, { noteId, version, reason }: RemoveNote): Promise<Result<null>> {
			const before = await repo.note(session, id, noteId, clock());
			const entry = { kind: "customer.note_removed", params: { before: before?.text ?? "" }, reason } as const;
			const removed = change(recorded(session, "customers.note", id, entry), repo.removeNote(id, noteId, version));
			return (await db.commit(removed, clock())).state === "ok" ? ok(null) : noteChanged();
		},

		async resendVerification(session: StaffSession, id: string, reason: string): Promise<Result<null>> {
			const account = await accountOf(session, id);
			if (!account) return noCustomer();
			const params = { email: account.email };
			const entry = recorded(session, "customers.edit", id, { kind: "customer.verification_resent", params, reason });
			return accounts.resendVerificationByStaff(id, entry);
		},

		async verify(session: StaffSession, id: string, reason: string): Promise<Result<null>> {
			const account = await accountOf(session, id);
			if (!account) return noCustomer();
			const params = { email: account.email };
			const entry = recorded(session, "customers.edit", id, { kind: "customer.verified", params, reason });
			return accounts.verifyByStaff(id, entry);
		},

		/** Sends an email once more, with current data. */
		async resendEmail(session: StaffSession, id: string, emailId: string): Promise<Result<null>> {
			const email = await repo.email(session, "customers.edit", id, emailId, clock());
			if (!email) return noCustomer();
			const { kind, payload } = email;
			if (!isResendable(kind))
				return fail("conflict", "This email has a link into the account. The customer can ask for it.");
			const entry = { kind: "customer.email_resent", params: { name: emailName(kind) } } as const;
			const event = { kind, payload, userId: id } as Parameters<typeof emit>[0];
			return commit(change(recorded(session, "customers.edit", id, entry), emit(event)));
		},

		async endSessions(session: StaffSession, id: string, reason: string): Promise<Result<null>> {
			if (!(await accountOf(session, id))) return noCustomer();
			return commit(
				change(
					recorded(session, "customers.edit", id, { kind: "customer.sessions_ended", params: {}, reason }),
					sessions.endAllOf(id),
					log({ kind: "session.others_ended", actor: "staff", params: {}, owner: { userId: id } }),
				),
			);
		},

		/** Turns two-step sign-in off, ends all sessions and emails the customer. */
		async resetTwoStep(
			session: StaffSession,
			id: string,
			{ checked, reason }: { readonly checked: IdentityCheck; readonly reason: string },
		): Promise<Result<null>> {
			if (!(await accountOf(session, id))) return noCustomer();
			const entry = recorded(session, "customers.edit", id, {
				kind: "customer.two_step_reset",
				params: { checked },
				reason,
			});
			return twoFactor.disableByStaff(id, change(entry, sessions.endAllOf(id)));
		},

		/** Starts closing the account. It closes after the days in which its customer can keep it. */
		async close(session: StaffSession, id: string, reason: string): Promise<Result<null>> {
			if (!(await accountOf(session, id))) return noCustomer();
			const entry = recorded(session, "customers.close", id, { kind: "customer.closing", params: {}, reason });
			return closing.scheduleByStaff(id, entry);
		},

		async keep(session: StaffSession, id: string, reason: string): Promise<Result<null>> {
			if (!(await accountOf(session, id))) return noCustomer();
			const entry = recorded(session, "customers.close", id, { kind: "customer.kept", params: {}, reason });
			return closing.keepByStaff(id, entry);
		},

		/** Signs someone at the desk in as the customer, for half an hour. Returns the session's token. */
		async startSignIn(
			{ session, member }: { readonly session: StaffSession; readonly member: Pick<StaffMember, "id" | "name"> },
			id: string,
			client: Client,
			reason: string,
		): Promise<Result<string>> {
			if (!(await accountOf(session, id))) return noCustomer();
			const entry = { kind: "customer.sign_in_started", params: {}, reason } as const;
			const started = change(
				recorded(session, "customers.impersonate", id, entry),
				log({
					kind: "session.staff_started",
					actor: "staff",
					params: { name: firstNameOf(member.name), reason },
					owner: { userId: id },
				}),
			);
			const token = await sessions.startActing(id, member.id, client, started);
			return token === null
				? fail("conflict", "This account can't sign in, or it belongs to someone at the desk.")
				: ok(token);
		},

		/** A ZIP file with all data of the account. */
		async exportData(session: StaffSession, id: string) {
			const entry = recorded(session, "customers.export", id, { kind: "customer.exported", params: {} });
			return dataExport.downloadByStaff(id, entry);
		},
	};
}

const noCustomer = () => fail("not_found", "There is no such customer.");

const notAllowed = () => fail("forbidden", "Your access has changed. Reload the page.");

const noteChanged = () =>
	fail("conflict", "Someone changed this note in the meantime. Compare the texts and send the form again.", {
		code: "changed_meanwhile",
	});
