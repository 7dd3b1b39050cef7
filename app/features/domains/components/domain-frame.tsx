import type { ReactNode } from "react";
import { href } from "react-router";
import { BackLink } from "~/components/ui/back-link";
import { LinkTabs } from "~/components/ui/link-tabs";
import type { DomainHead } from "../domain-head";
import { type DomainPage, domainPages } from "../domain-pages";
import { whyClosed } from "../domain-standing";
import { ClosedPage } from "./closed-page";
import { DomainNotice } from "./domain-notice";
import { DomainStatus } from "./domain-status";

interface DomainFrameProps {
	domain: DomainHead;
	page: DomainPage;
	children: ReactNode;
}

/** What every page of one domain begins with, and all there is of it when the domain's state closes the page. */
export function DomainFrame({ domain, page, children }: DomainFrameProps) {
	const { id, name, ascii, status } = domain;
	const tabs = domainPages
		.filter(({ aside }) => !aside)
		.map((tab) => ({
			...tab,
			href: `${href("/dashboard/domains/:domainId", { domainId: id })}${tab.id && `/${tab.id}`}`,
		}));
	const why = whyClosed(domain, page.open);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<div className="grid gap-1">
				<BackLink to={href("/dashboard/domains")}>All domains</BackLink>
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<h1 className="min-w-0 wrap-anywhere text-2xl sm:text-3xl">{name}</h1>
					<DomainStatus status={status} />
				</div>
				{ascii && <p className="text-sm text-muted wrap-anywhere">In the DNS: {ascii}</p>}
			</div>
			<LinkTabs label={`Pages of ${name}`} tabs={tabs} current={page.aside ? "" : page.id} />
			{why ? (
				<ClosedPage id={id} status={status} why={why} />
			) : (
				<>
					<DomainNotice domain={domain} page={page.id} />
					{children}
				</>
			)}
		</div>
	);
}
