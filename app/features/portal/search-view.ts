import { formatDay } from "../../lib/dates";
import type { Customer } from "../accounts/customer";
import { listDomain } from "../domains/list-domain";
import { projectStatusName } from "../projects/project";
import type { Found } from "./search.server";

interface Hit {
	readonly id: string;
	readonly title: string;
	readonly note: string;
	readonly href: string;
}

export interface HitGroup {
	readonly title: string;
	readonly hits: readonly Hit[];
}

/** What was found, by kind, each leading to where it is shown. Kinds without a hit are left out. */
export function searchView(found: Found, customer: Customer, now: number): HitGroup[] {
	const groups: HitGroup[] = [
		{
			title: "Domains",
			hits: found.domains.map((domain) => {
				const { id, name, ascii, expires } = listDomain(domain, now, customer);
				const note = domain.expiresAt === null ? "Being registered" : `Expires ${expires}`;
				return { id, title: name, note, href: `/dashboard/domains?q=${ascii}&open=${id}` };
			}),
		},
		{
			title: "Hosting",
			hits: found.plans.map(({ id, name, type, domain }) => ({
				id,
				title: name,
				note: domain ?? "No domain yet",
				href: `/dashboard/hosting?tab=${type}&open=${id}`,
			})),
		},
		{
			title: "Projects",
			hits: found.projects.map(({ id, name, status }) => ({
				id,
				title: name,
				note: projectStatusName[status],
				href: `/dashboard/projects?q=${encodeURIComponent(name)}&open=${id}`,
			})),
		},
		{
			title: "Invoices",
			hits: found.invoices.map(({ id, number, issuedAt }) => ({
				id,
				title: number,
				note: `Issued ${formatDay(issuedAt, customer)}`,
				href: `/dashboard/invoices/${id}`,
			})),
		},
	];
	return groups.filter(({ hits }) => hits.length > 0);
}
