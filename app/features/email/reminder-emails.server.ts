import type { Reminder, ReminderKind } from "~/db/reminders.server";
import { lineTitle } from "~/features/cart/lines";
import { restoreFee } from "~/features/catalog/domain-prices";
import { renewableUntil, restorableUntil } from "~/features/domains/lifecycle";
import { toUnicode } from "~/features/domains/to-unicode";
import { amountDue } from "~/features/invoices/billing";
import { preferencesOf } from "~/features/notifications/preferences";
import { registrantOf } from "~/features/orders/contact-details";
import { payableAmount } from "~/features/payments/payable";
import { projectStatusName } from "~/features/projects/project";
import { domainReminderDays, type ReminderDays, reminderStages } from "~/features/renewals/reminder-days";
import { kenyanDate, kenyanDay } from "~/lib/kenyan-day";
import { planTitle } from "./plan-title";
import type { Preparers, Sources } from "./prepare.server";
import { isEmpty, reminders } from "./templates/reminders";

/** The email with everything that a customer is reminded of on a day. Leaves out what is paid, renewed or done. */
export function reminderEmails({ repo, clock, renewals, moveReminders, payLink, toAccount, shop }: Sources) {
	/** @param at of the email, so that a retry has the same links */
	async function invoicesToPay(userId: string, at: number) {
		const invoices = await repo.openInvoices(userId);
		return Promise.all(
			invoices.flatMap(([invoice, ...others]) => {
				if (!invoice) return [];
				const { id, number, dueAt } = invoice;
				const lines = [invoice, ...others];
				const summary = {
					...{ id, number, dueAt, isOverdue: dueAt < clock(), toPay: payableAmount(amountDue(invoice)) },
					items: lines.map(lineTitle),
					payUrl: payLink(invoice, at),
					renewedIds: lines.flatMap(({ domainId, planId }) => domainId ?? planId ?? []),
				};
				return [renewals.paymentForInvoice(null, id).then((payment) => ({ ...summary, payment }))];
			}),
		);
	}

	/** Domains whose expiry still has the stage that is due, and whose renewal is not paid. */
	async function endingDomains(
		userId: string,
		due: readonly Pick<Reminder, "subjectId" | "stage">[],
		days: ReminderDays,
	) {
		const domains = await repo.renewableDomains(
			userId,
			due.map(({ subjectId }) => subjectId),
		);
		const found = await Promise.all(
			domains.map(async ({ id, name, tld, autoRenew, status, expiresAt }) => {
				if (expiresAt === null) return [];
				const stages = reminderStages(domainReminderDays({ tld, autoRenew }, days), expiresAt);
				if (!due.some(({ subjectId, stage }) => subjectId === id && stages.includes(stage))) return [];
				const payment = await renewals.paymentForRenewal({ userId }, "domain", id);
				if (payment?.kind === "paid") return [];
				const until = renewableUntil({ tld, expiresAt });
				return [{ id, name, tld, expiresAt, isExpired: status === "expired", renewableUntil: until, payment }];
			}),
		);
		return found.flat();
	}

	return {
		"mail.reminders": async ({ userId, day }, { createdAt }) => {
			const now = clock();
			if (kenyanDate(now) !== day) {
				await moveReminders({ userId, day });
				return { stale: "the next day's email has its reminders" };
			}
			const [due, days] = await Promise.all([repo.reminders(userId, day), repo.reminderDays()]);
			const idsOf = (kind: ReminderKind) => new Set(due(kind).map(({ subjectId }) => subjectId));
			const isDue = { invoice: idsOf("invoice"), plan: idsOf("plan"), registrant: idsOf("registrant") };
			const [open, domains, unpaid, unconfirmed, contacts, projects] = await Promise.all([
				invoicesToPay(userId, createdAt),
				endingDomains(userId, due("domain"), days),
				repo.unpaidPlans(userId, now),
				repo.unconfirmedDomains(userId),
				repo.domainContacts(userId, [...idsOf("contacts")]),
				repo.openProjects(userId, [...idsOf("project")]),
			]);
			const listed = new Set([...domains.map(({ id }) => id), ...unpaid.map(({ id }) => id)]);
			const endOfDay = kenyanDay(now).to;
			const invoices = open.filter(
				({ id, dueAt, renewedIds }) =>
					isDue.invoice.has(id) || dueAt <= endOfDay || renewedIds.some((renewed) => listed.has(renewed)),
			);
			const isLate =
				domains.length > 0 ||
				contacts.length > 0 ||
				invoices.some(({ id }) => isDue.invoice.has(id)) ||
				unpaid.some(({ id }) => isDue.plan.has(id)) ||
				unconfirmed.some(({ id }) => isDue.registrant.has(id));
			const services = {
				invoices,
				domains: domains.map((domain) => ({
					...domain,
					invoiceNumber: invoices.find(({ renewedIds }) => renewedIds.includes(domain.id))?.number ?? null,
				})),
				plans: unpaid.map(({ invoice, ...plan }) => ({
					...{ name: planTitle(plan), domain: plan.domain && toUnicode(plan.domain) },
					...{ expiresAt: plan.expiresAt, keptUntil: plan.keptUntil },
					...{ invoiceNumber: invoice.number, payUrl: payLink(invoice, createdAt) },
				})),
				registrants: unconfirmed.map(({ id, name, registrantCheck, registrantDeadline: deadline }) => ({
					...{ id, name, deadline, isSuspended: registrantCheck === "suspended" },
				})),
				contacts: contacts.map(({ id, name, contacts: own, orderContact }) => ({
					...{ id, name: toUnicode(name) },
					registrant: own?.registrant ?? (orderContact && registrantOf(orderContact)),
					...{ admin: own?.admin ?? null, tech: own?.tech ?? null },
				})),
			};
			const nothing = { invoices: [], domains: [], plans: [], registrants: [], contacts: [] };
			return toAccount(userId, (to) => {
				const { projects: wantsEmails, dueReminders } = preferencesOf(to.preferences);
				if (to.isBilling) {
					const due = { ...nothing, invoices: isLate ? invoices : [], projects: [] };
					if (isEmpty(due)) return { stale: "no invoice is due" };
					return () => reminders(to, due, shop);
				}
				const about = {
					...(isLate ? services : nothing),
					domains: services.domains.map(({ tld, ...domain }) => {
						const fee = restoreFee(tld, to.currency);
						const until = restorableUntil({ tld, expiresAt: domain.expiresAt });
						return { ...domain, restore: fee && { fee, until } };
					}),
					projects:
						wantsEmails && dueReminders
							? projects.flatMap(({ id, name, status, progress, dueAt }) =>
									dueAt === null ? [] : [{ id, name, status: projectStatusName[status], progress, dueAt }],
								)
							: [],
				};
				if (isEmpty(about)) return { stale: "nothing of it is due any more" };
				return {
					to: { email: to.email, account: to },
					invoiceIds: about.invoices.map(({ id }) => id),
					// Reminders of services are always sent.
					...(!isLate && { wantedBy: ["projects", "dueReminders"] as const }),
					content: () => reminders(to, about, shop),
				};
			});
		},
	} satisfies Partial<Preparers>;
}
