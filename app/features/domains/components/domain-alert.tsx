import { href, Link } from "react-router";
import { Alert } from "~/components/ui/alert";
import type { DomainHeader } from "../domain-header";
import { registeredStatuses } from "../domain-pages";
import { findRestriction } from "../domain-restriction";

/** What the state of a domain means for a page that can be used in it all the same. */
export function DomainAlert({ domain, page }: { domain: DomainHeader; page: string }) {
	const { id, name, status, ended } = domain;
	if (ended)
		return (
			<Alert tone="danger" title={`${name} expired on ${ended.on}.`}>
				From {ended.renewBy} on its registry gives it back at a higher price, or not at all.{" "}
				<Link to={`${href("/dashboard/domains/:domainId", { domainId: id })}#renew`} className="link">
					Renew it
				</Link>
			</Alert>
		);
	const restriction = findRestriction(domain, registeredStatuses);
	if (restriction && status === "redemption")
		return (
			<Alert tone="danger" title={`${restriction.title}.`}>
				{restriction.text}{" "}
				<a href={href("/contact")} className="link">
					Contact us
				</a>
			</Alert>
		);
	if (restriction && page === "dns")
		return (
			<Alert tone="pending" title={`${restriction.title}.`}>
				{status === "pending"
					? "Its records wait here, and answer as soon as it is."
					: "Prepare its records here: they answer once it has arrived and its nameservers are ours."}
			</Alert>
		);
	return null;
}
