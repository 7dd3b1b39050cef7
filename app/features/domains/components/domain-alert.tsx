import { href, Link } from "react-router";
import { Alert } from "~/components/ui/alert";
import type { DomainHeader } from "../domain-header";
import { registeredStatuses } from "../domain-pages";
import { findRestriction } from "../domain-restriction";

/** Alert about a domain's status, for pages that are available in it. */
export function DomainAlert({ domain, page }: { domain: DomainHeader; page: string }) {
	const { id, name, status, stopped, ended } = domain;
	if (ended)
		return (
			<Alert tone="danger" title={`${name} expired on ${ended.on}.`}>
				Renew it before {ended.renewBy}. After that, getting it back costs more or may be impossible.{" "}
				<Link to={`${href("/dashboard/domains/:domainId", { domainId: id })}#renew`} className="link">
					Renew
				</Link>
			</Alert>
		);
	const restriction = findRestriction(domain, registeredStatuses);
	if (restriction && status === "redemption")
		return (
			<Alert tone="danger" title={`${restriction.title}.`}>
				{page === "" ? (
					"It was not renewed in time, so its website and email no longer work."
				) : (
					<>
						{restriction.text}{" "}
						<Link to={`${href("/dashboard/domains/:domainId", { domainId: id })}#restore`} className="link">
							Restore
						</Link>
					</>
				)}
			</Alert>
		);
	if (restriction && page === "dns")
		return (
			<Alert tone="pending" title={`${restriction.title}.`}>
				{stopped && <p>{stopped}</p>}
				{status === "pending"
					? "You can prepare its records here. They take effect once it is registered."
					: "You can prepare its records here. They take effect once the transfer is done and the domain uses our nameservers."}
			</Alert>
		);
	return null;
}
