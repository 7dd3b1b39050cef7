import { Link } from "react-router";
import { Alert } from "~/components/ui/alert";
import { Fact, Facts } from "~/components/ui/fact";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { RenewForm } from "~/features/cart/components/renew-form";
import { NextRenewal } from "~/features/payments/components/next-renewal";
import type { DomainView } from "../domain-view";
import { SettingSwitch } from "./setting-switch";
import { TransferSteps } from "./transfer-steps";

/** One domain: how it stands, its switches, and the ways out. */
export function DomainOverview({ domain }: { domain: DomainView }) {
	const { id, name, status, changeable, progress, waiting, orderId } = domain;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:items-start">
			{!changeable && (
				<div className="grid gap-6 lg:col-span-2">
					{waiting && <Alert tone="pending" title={waiting} />}
					{progress && <TransferSteps steps={progress} />}
					{status === "pending" && !waiting && (
						<Alert tone="pending" title={`${name} is being registered.`}>
							You can prepare its DNS records meanwhile.
						</Alert>
					)}
					{orderId && (
						<Link to={`/orders/${orderId}`} className="link-alone justify-self-start">
							See the order
						</Link>
					)}
				</div>
			)}
			<TitledCard title="Registration">
				<div>
					<Facts>
						<Fact term="Registered">{domain.since ?? "Not yet"}</Fact>
						<Fact term="Expires">{domain.expires ?? "–"}</Fact>
						<Fact term="Nameservers">{domain.nameservers.join(", ")}</Fact>
						{changeable && (
							<Fact term="Delegation">
								{domain.delegation === "live" ? "The registry sends askers there" : "The registry is taking them over"}
							</Fact>
						)}
					</Facts>
				</div>
			</TitledCard>
			{domain.renewal && (
				<TitledCard
					title="Renew"
					lead={`${domain.soon ? `${name} expires on ${domain.expires}. ` : ""}What you have paid for stays: the time is added to its end.`}
					id="renew"
					className="scroll-mt-6"
				>
					{domain.payment && <NextRenewal payment={domain.payment} />}
					<RenewForm offer={domain.renewal} charged={domain.payment?.kind === "charge"} />
				</TitledCard>
			)}
			{changeable && (
				<TitledCard title="Settings">
					<div className="grid divide-y divide-line">
						<SettingSwitch
							intent="auto-renew"
							label="Auto-renew"
							hint="Before it expires we make the invoice for another year."
							on={domain.autoRenew}
						/>
						<SettingSwitch
							intent="lock"
							label="Transfer lock"
							hint="Nobody can move the name to another registrar."
							on={domain.locked}
						/>
						<SettingSwitch
							intent="privacy"
							label="WHOIS privacy"
							hint="Your address and phone number stay out of the public register."
							on={domain.privacy}
						/>
					</div>
				</TitledCard>
			)}
			{changeable && (
				<TitledCard
					title="Moving or giving it up"
					lead="Another registrar asks for the authorization code. Giving a name up ends its website and its mail."
				>
					<div className="flex flex-wrap gap-3">
						<RouteButton to={`/dashboard/domains/${id}/auth-code`} variant="secondary">
							Authorization code
						</RouteButton>
						{status === "active" && (
							<RouteButton to={`/dashboard/domains/${id}/delete`} variant="quietDanger">
								Delete {name}
							</RouteButton>
						)}
					</div>
				</TitledCard>
			)}
		</div>
	);
}
