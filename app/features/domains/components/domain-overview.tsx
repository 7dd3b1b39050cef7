import { href, Link } from "react-router";
import { Alert } from "~/components/ui/alert";
import { CopyButton } from "~/components/ui/copy-button";
import { Fact, Facts } from "~/components/ui/fact";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { RenewForm } from "~/features/cart/components/renew-form";
import type { RenewalOffer } from "~/features/cart/renewal-offer";
import { NextRenewal } from "~/features/payments/components/next-renewal";
import type { Failure } from "~/lib/result";
import type { DomainView } from "../domain-view";
import { NewAuthCodeForm } from "./new-auth-code-form";
import { SettingSwitch } from "./setting-switch";
import { TransferSteps } from "./transfer-steps";

/** One domain: how it stands, its switches, and the ways out. */
export function DomainOverview({ domain, failure }: { domain: DomainView; failure?: Failure | undefined }) {
	const { changeable, waiting, progress, renewal, codeRefused } = domain;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{codeRefused && <NewAuthCodeForm name={domain.name} failure={failure} />}
			{!changeable && waiting && !codeRefused && <Alert tone="pending" title={waiting} />}
			{progress && <TransferSteps steps={progress} />}
			{domain.status === "pending" && !waiting && (
				<Alert tone="pending" title={`${domain.name} is being registered.`}>
					You can prepare its DNS records meanwhile.
				</Alert>
			)}
			<div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:items-start">
				<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
					<Registration domain={domain} />
					{changeable && <Settings domain={domain} />}
				</div>
				{changeable && (
					<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
						{renewal && <Renew domain={domain} offer={renewal} />}
						<TransferOrDelete domain={domain} />
					</div>
				)}
			</div>
		</div>
	);
}

interface PartProps {
	domain: DomainView;
}

function Registration({ domain: { since, expires, nameservers, delegation, changeable, orderId } }: PartProps) {
	const order = !changeable && orderId && (
		<Link to={href("/orders/:orderId", { orderId })} className="link-alone">
			See the order
		</Link>
	);
	return (
		<TitledCard title="Registration" beside={order}>
			<Facts>
				<Fact term="Registered">{since ?? "Not yet"}</Fact>
				<Fact term="Expires">{expires ?? "–"}</Fact>
				<Fact term="Nameservers">
					<span className="flex flex-wrap items-center gap-x-3 gap-y-1">
						{nameservers.join(", ")}
						{nameservers.length > 0 && <CopyButton text={nameservers.join("\n")} subject="Nameservers" size="sm" />}
					</span>
				</Fact>
				{changeable && (
					<Fact term="Delegation">
						{delegation === "live" ? "The registry points to them" : "The registry is taking them over"}
					</Fact>
				)}
			</Facts>
		</TitledCard>
	);
}

const Settings = ({ domain: { autoRenew, locked, privacy } }: PartProps) => (
	<TitledCard title="Settings">
		<div className="grid divide-y divide-line">
			<SettingSwitch
				intent="auto-renew"
				label="Auto-renew"
				hint="Before it expires we make the invoice for another year."
				on={autoRenew}
			/>
			<SettingSwitch
				intent="lock"
				label="Transfer lock"
				hint="Nobody can move the name to another registrar."
				on={locked}
			/>
			<SettingSwitch
				intent="privacy"
				label="WHOIS privacy"
				hint="Your address and phone number stay out of the public register."
				on={privacy}
			/>
		</div>
	</TitledCard>
);

function Renew({ domain: { name, soon, expires, payment }, offer }: PartProps & { offer: RenewalOffer }) {
	const ending = soon ? `${name} expires on ${expires}. ` : "";
	return (
		<TitledCard
			title="Renew"
			lead={`${ending}What you have paid for stays: the time is added to its end.`}
			id="renew"
			className="scroll-mt-6"
		>
			{payment && <NextRenewal payment={payment} />}
			<RenewForm offer={offer} charged={payment?.kind === "charge"} />
		</TitledCard>
	);
}

const TransferOrDelete = ({ domain: { id, name, status } }: PartProps) => (
	<TitledCard
		title="Moving or giving it up"
		lead="Another registrar asks for the authorization code. Giving a name up ends its website and its mail."
	>
		<div className="flex flex-wrap gap-3">
			<RouteButton to={href("/dashboard/domains/:domainId/auth-code", { domainId: id })} variant="secondary">
				Authorization code
			</RouteButton>
			{status === "active" && (
				<RouteButton to={href("/dashboard/domains/:domainId/delete", { domainId: id })} variant="quietDanger">
					Delete<span className="sr-only"> {name}</span>
				</RouteButton>
			)}
		</div>
	</TitledCard>
);
