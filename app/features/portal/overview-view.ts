import type { Customer } from "~/features/accounts/customer";
import { listActivity } from "~/features/activity/list-activity";
import { listedDomain } from "~/features/domains/listed-domain";
import { toUnicode } from "~/features/domains/to-unicode";
import { resourceBars } from "~/features/hosting/hosting";
import { renewalText } from "~/features/hosting/plan-row";
import { niceCeiling } from "~/features/invoices/billing-chart";
import { toListedInvoice } from "~/features/invoices/listed-invoice";
import { jobTitle, progressOf } from "~/features/orders/job-progress";
import { formatDay, hourOf, monthName } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import type { Overview } from "./overview.server";

export type OverviewView = ReturnType<typeof overviewView>;

/** Formats the overview for the customer, with their timezone and currency. */
export function overviewView(found: Overview, customer: Customer, now: number) {
	const { domainCounts, hostingSummary, projectCounts } = found;
	const open = found.open.find(({ currency }) => currency === customer.currency);
	const months = found.billedThisYear(customer);
	const billed = months.map(({ month, billed }) => ({
		label: monthName(month, customer.language),
		name: monthName(month, customer.language, "long"),
		amount: billed.amount,
		text: formatMoney(billed, customer.language),
	}));
	const highest = Math.max(...billed.map(({ amount }) => amount));
	return {
		greeting: `${greeting(hourOf(now, customer.timezone))}, ${customer.firstName}`,
		isNew: domainCounts.all + hostingSummary.total + projectCounts.total === 0 && found.jobs.length === 0,
		cards: {
			domains: { active: domainCounts.active, total: domainCounts.all },
			hosting: { active: hostingSummary.active, total: hostingSummary.total },
			projects: { active: projectCounts.active, total: projectCounts.total },
			pending: {
				amount: formatMoney(money(open?.amount ?? 0, customer.currency), customer.language),
				count: open?.count ?? 0,
			},
		},
		domains: found.domains.map((domain) => listedDomain(domain, now, customer)),
		plans: found.plans.map(({ id, name, type, domain, status, resources, ...plan }) => ({
			id,
			name,
			type,
			domain: domain && toUnicode(domain),
			status,
			bars: resourceBars(resources, "overview"),
			renewal: renewalText(plan, customer),
		})),
		projects: found.projects.map(({ id, name, client, status, progress, team, dueAt }) => ({
			id,
			name,
			client,
			status,
			progress,
			team,
			due: dueAt === null ? "–" : formatDay(dueAt, customer),
		})),
		unpaid: found.unpaid.map((invoice) => toListedInvoice(invoice, now, customer)),
		chart:
			highest > 0
				? {
						months: billed,
						ceilingText: formatMoney(money(niceCeiling(highest), customer.currency), customer.language),
					}
				: null,
		jobs: found.jobs.map(({ id, orderId, ...job }) => ({
			id,
			orderId,
			progress: progressOf(job, customer),
			title: toUnicode(jobTitle(job)),
		})),
		activity: found.recent.map((entry) => listActivity(entry, customer, now)),
	};
}

function greeting(hour: number): string {
	if (hour < 12) return "Good morning";
	return hour < 17 ? "Good afternoon" : "Good evening";
}
