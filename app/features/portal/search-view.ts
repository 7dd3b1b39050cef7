import { href } from "react-router";
import type { Customer } from "~/features/accounts/customer";
import type { ClothState } from "~/features/domains/cloth";
import { domainStatusName } from "~/features/domains/domain-status-name";
import { listedDomain } from "~/features/domains/listed-domain";
import { toUnicode } from "~/features/domains/to-unicode";
import { projectStatusName } from "~/features/projects/project";
import { formatDay } from "~/lib/dates";
import type { Found } from "./search.server";

interface Hit {
	readonly id: string;
	readonly title: string;
	readonly note: string;
	readonly href: string;
	/** The cloth of the domain. */
	readonly cloth?: { readonly name: string; readonly state: ClothState };
}

export interface HitGroup {
	readonly title: string;
	readonly hits: readonly Hit[];
	/** The page with the full list, if there may be more. */
	readonly more?: string;
}

/** Per kind. */
export const maxHits = 10;

/** Formats search results by kind, with links. Omits kinds without results. */
export function searchView(text: string, found: Found, customer: Customer, now: number): HitGroup[] {
	const q = encodeURIComponent(text);
	const groups: { title: string; list: string; hits: Hit[] }[] = [
		{
			title: "Domains",
			list: `${href("/dashboard/domains")}?q=${q}`,
			hits: found.domains.map((domain) => {
				const { id, name, ascii, status, cloth, expires } = listedDomain(domain, now, customer);
				const note = status === "active" ? `Expires ${expires}` : domainStatusName[status];
				const address = `${href("/dashboard/domains")}?q=${ascii}&open=${id}`;
				return { id, title: name, note, href: address, cloth: { name: ascii, state: cloth } };
			}),
		},
		{
			title: "Hosting",
			list: `${href("/dashboard/hosting")}?tab=${found.plans[0]?.type}&q=${q}`,
			hits: found.plans.map(({ id, name, type, domain }) => ({
				id,
				title: name,
				note: domain ? toUnicode(domain) : "No domain yet",
				...(domain && { cloth: { name: domain, state: "woven" as const } }),
				href: `${href("/dashboard/hosting")}?tab=${type}&q=${encodeURIComponent(domain ?? name)}&open=${id}`,
			})),
		},
		{
			title: "Projects",
			list: `${href("/dashboard/projects")}?q=${q}`,
			hits: found.projects.map(({ id, name, status }) => ({
				id,
				title: name,
				note: projectStatusName[status],
				href: `${href("/dashboard/projects")}?q=${encodeURIComponent(name)}&open=${id}`,
			})),
		},
		{
			title: "Invoices",
			list: `${href("/dashboard/invoices")}?q=${q}`,
			hits: found.invoices.map(({ id, number, issuedAt }) => ({
				id,
				title: number,
				note: `Issued ${formatDay(issuedAt, customer)}`,
				href: href("/dashboard/invoices/:invoiceId", { invoiceId: id }),
			})),
		},
	];
	return groups.flatMap(({ title, hits, list }) =>
		hits.length === 0 ? [] : [{ title, hits, ...(hits.length >= maxHits && { more: list }) }],
	);
}
