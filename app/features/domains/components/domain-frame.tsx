import type { ReactNode } from "react";
import { Link } from "react-router";
import { LinkTabs } from "~/components/ui/link-tabs";
import type { DomainStatus as State } from "../../../db/schema";
import { domainPages } from "../domain-pages";
import { DomainStatus } from "./domain-status";

interface DomainFrameProps {
	domain: { readonly id: string; readonly name: string; readonly status: State };
	/** The last part of the page's address. */
	page: string;
	children: ReactNode;
}

/** What every page of one domain begins with. */
export function DomainFrame({ domain: { id, name, status }, page, children }: DomainFrameProps) {
	const tabs = domainPages.map((tab) => ({ ...tab, href: `/dashboard/domains/${id}${tab.id && `/${tab.id}`}` }));
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<div className="grid gap-1">
				<Link to="/dashboard/domains" className="link inline-flex min-h-11 items-center justify-self-start">
					All domains
				</Link>
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<h1 className="min-w-0 break-all text-2xl sm:text-3xl">{name}</h1>
					<DomainStatus status={status} />
				</div>
			</div>
			<LinkTabs label={`Pages of ${name}`} tabs={tabs} current={page} />
			{children}
		</div>
	);
}
