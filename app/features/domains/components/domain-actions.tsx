import { href, Link } from "react-router";
import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm } from "~/components/forms/change-form";
import { Button, buttonClasses } from "~/components/ui/button";
import { RouteButton } from "~/components/ui/route-button";
import type { DomainRow } from "../domain-row";

/** Actions below a domain's row. */
export function DomainActions({ domain: { id, name, status, renewable, details } }: { domain: DomainRow }) {
	const page = href("/dashboard/domains/:domainId", { domainId: id });
	const of = <span className="sr-only"> of {name}</span>;
	const look = buttonClasses({ variant: "secondary", size: "sm" });
	return (
		<div className="flex flex-wrap items-start gap-3 lg:col-span-full">
			<Link to={`${page}/dns`} className={look}>
				Manage DNS{of}
			</Link>
			{renewable && (
				<>
					<LockForm id={id} name={name} locked={details.locked} />
					<Link to={`${page}#renew`} className={look}>
						Renew Domain<span className="sr-only"> {name}</span>
					</Link>
				</>
			)}
			{status === "redemption" && (
				<Link to={`${page}#restore`} className={look}>
					Restore<span className="sr-only"> {name}</span>
				</Link>
			)}
			<Link to={page} className={look}>
				Settings{of}
			</Link>
			{status === "active" && (
				<RouteButton to={`${page}/delete`} variant="quietDanger" size="sm">
					Delete<span className="sr-only"> {name}</span>
				</RouteButton>
			)}
		</div>
	);
}

function LockForm({ id, name, locked }: { id: string; name: string; locked: boolean }) {
	return (
		<ChangeForm change={{ intent: "lock", domainId: id, on: locked ? "off" : "on" }} className="grid gap-2">
			{({ busy, failure }) => (
				<>
					<Button type="submit" variant="secondary" size="sm" disabled={busy}>
						{locked ? "Unlock Domain" : "Lock Domain"}
						<span className="sr-only"> {name}</span>
					</Button>
					<ChangeError failure={failure} />
				</>
			)}
		</ChangeForm>
	);
}
