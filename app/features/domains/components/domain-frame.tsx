import type { ReactNode } from "react";
import { href } from "react-router";
import { BackLink } from "~/components/ui/back-link";
import { LinkTabs } from "~/components/ui/link-tabs";
import type { DomainHeader } from "../domain-header";
import { type DomainPage, domainPages } from "../domain-pages";
import { findRestriction } from "../domain-restriction";
import { Cloth } from "./cloth";
import { DomainAlert } from "./domain-alert";
import { DomainStatus } from "./domain-status";
import { UnavailablePage } from "./unavailable-page";

interface DomainFrameProps {
	domain: DomainHeader;
	page: DomainPage;
	children: ReactNode;
}

/** Header and tabs of a domain's pages. Explains it if the page is not available in the domain's status. */
export function DomainFrame({ domain, page, children }: DomainFrameProps) {
	const { id, name, ascii, status, suspended, cloth } = domain;
	const tabs = domainPages
		.filter(({ inTabs }) => inTabs)
		.map((tab) => ({
			...tab,
			href: `${href("/dashboard/domains/:domainId", { domainId: id })}${tab.id && `/${tab.id}`}`,
		}));
	const restriction = findRestriction(domain, page.statuses);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<div className="grid gap-1">
				<BackLink to={href("/dashboard/domains")}>All domains</BackLink>
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<Cloth name={ascii ?? name} state={cloth} />
					<h1 className="min-w-0 wrap-anywhere text-2xl sm:text-3xl">{name}</h1>
					<DomainStatus status={status} suspended={suspended} />
				</div>
				{ascii && <p className="text-sm text-muted wrap-anywhere">In the DNS: {ascii}</p>}
			</div>
			<LinkTabs label={`Pages of ${name}`} tabs={tabs} current={page.inTabs ? page.id : ""} />
			{restriction ? (
				<UnavailablePage id={id} status={status} restriction={restriction} stopped={domain.stopped} />
			) : (
				<>
					<DomainAlert domain={domain} page={page.id} />
					{children}
				</>
			)}
		</div>
	);
}
