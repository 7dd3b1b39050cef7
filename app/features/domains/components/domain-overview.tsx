import { Form, href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { CopyButton } from "~/components/ui/copy-button";
import { Fact, Facts } from "~/components/ui/fact";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { AddonList } from "~/features/addons/components/addon-list";
import { RenewForm } from "~/features/cart/components/renew-form";
import type { RenewalOffer } from "~/features/cart/renewal-offer";
import { NextRenewal } from "~/features/payments/components/next-renewal";
import type { Failure } from "~/lib/result";
import type { DomainView } from "../domain-view";
import { HostNames } from "./host-names";
import { NewAuthCodeForm } from "./new-auth-code-form";
import { RegistrantAlert } from "./registrant-alert";
import { RestoreCard } from "./restore-card";
import { SettingSwitch } from "./setting-switch";
import { TransferSteps } from "./transfer-steps";

interface DomainOverviewProps {
	domain: DomainView;
	/** Identifies this view of the page. */
	agreement: string;
	failure?: Failure | undefined;
}

/** Overview of a domain: status, settings, renewal, transfer and deletion. */
export function DomainOverview({ domain, agreement, failure }: DomainOverviewProps) {
	const { changeable, jobMessage, progress, renewal, restore, codeRefused } = domain;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{domain.registrant && <RegistrantAlert domain={domain} notice={domain.registrant} failure={failure} />}
			{domain.offer && <OfferedAlert name={domain.name} offer={domain.offer} failure={failure} />}
			{domain.outgoing && <LeavingAlert name={domain.name} outgoing={domain.outgoing} failure={failure} />}
			{codeRefused && <NewAuthCodeForm name={domain.name} failure={failure} />}
			{!changeable && jobMessage && !codeRefused && <Alert tone="pending" title={jobMessage} />}
			{progress && <TransferSteps steps={progress} />}
			{domain.status === "pending" && !jobMessage && (
				<Alert tone="pending" title={`${domain.name} is being registered.`}>
					You can prepare its DNS records in the meantime.
				</Alert>
			)}
			<div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:items-start">
				{restore && <RestoreCard name={domain.name} restore={restore} agreement={agreement} failure={failure} />}
				<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
					<Registration domain={domain} />
					{(domain.addons.length > 0 || domain.status === "active") && (
						<TitledCard title="Add-ons">
							<AddonList addons={domain.addons} parent={domain.name} />
						</TitledCard>
					)}
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

interface OfferedAlertProps extends Pick<DomainView, "name"> {
	offer: NonNullable<DomainView["offer"]>;
	failure: Failure | undefined;
}

/** To whom the domain is offered, with a button that takes the offer back. */
function OfferedAlert({ name, offer: { email, until }, failure }: OfferedAlertProps) {
	const busy = useBusy("withdraw-push");
	return (
		<Alert tone="pending" title={<span className="wrap-anywhere">{`${name} is offered to ${email}.`}</span>}>
			<div className="grid justify-items-start gap-3">
				<p className="max-w-measure">
					They can accept it until {until}. It then leaves your account. Until then nothing changes.
				</p>
				<Form method="post">
					<FormError failure={failure} />
					<input type="hidden" name="intent" value="withdraw-push" />
					<SubmitButton variant="secondary" size="sm" busy={busy} busyText="Withdrawing...">
						Withdraw the offer
					</SubmitButton>
				</Form>
			</div>
		</Alert>
	);
}

interface LeavingAlertProps extends Pick<DomainView, "name"> {
	outgoing: NonNullable<DomainView["outgoing"]>;
	failure: Failure | undefined;
}

/** Asks the customer about a transfer to another registrar. */
function LeavingAlert({ name, outgoing: { to, since, until, answers }, failure }: LeavingAlertProps) {
	const [rejecting, approving] = [useBusy("reject-transfer"), useBusy("approve-transfer")];
	return (
		<Alert
			tone="pending"
			title={
				<span className="wrap-anywhere">{`${to ? `The registrar ${to}` : "Another registrar"} asks for ${name}.`}</span>
			}
		>
			<div className="grid justify-items-start gap-3">
				<p className="max-w-measure">
					Someone with its authorization code asked for the transfer{since && ` on ${since}`}. If it is approved, the
					domain leaves your account, and its DNS records here are removed.{" "}
					{until
						? `Without an answer, the registry decides on ${until}, and usually moves it.`
						: "Without an answer, the registry decides, and usually moves it."}{" "}
					{answers.includes("reject")
						? "If you reject it, the domain stays and is locked."
						: `The registrant has an email from our registrar with a link to ${answers.includes("approve") ? "reject" : "approve or reject"} it. To stop the transfer, open that link. Also look in the spam folder.`}
				</p>
				<Form method="post" className="flex flex-wrap gap-3">
					<FormError failure={failure} />
					{answers.includes("reject") && (
						<SubmitButton name="intent" value="reject-transfer" busy={rejecting} busyText="Rejecting...">
							Reject the transfer
						</SubmitButton>
					)}
					{answers.includes("approve") && (
						<SubmitButton
							name="intent"
							value="approve-transfer"
							variant="secondary"
							busy={approving}
							busyText="Approving..."
						>
							Approve the transfer
						</SubmitButton>
					)}
				</Form>
			</div>
		</Alert>
	);
}

function Registration({
	domain: { registered, expires, isOver, nameservers, delegation, changeable, orderId },
}: PartProps) {
	const order = !changeable && orderId && (
		<a href={href("/orders/:orderId", { orderId })} className="link-alone">
			See the order
		</a>
	);
	return (
		<TitledCard title="Registration" beside={order}>
			<Facts>
				<Fact term="Registered">{registered ?? "Not yet"}</Fact>
				<Fact term={isOver ? "Expired" : "Expires"}>{expires ?? "–"}</Fact>
				<Fact term="Nameservers">
					<span className="flex flex-wrap items-center gap-x-3 gap-y-1">
						{nameservers.length > 0 ? <HostNames hosts={nameservers} /> : "–"}
						{nameservers.length > 0 && <CopyButton text={nameservers.join("\n")} subject="Nameservers" size="sm" />}
					</span>
				</Fact>
				{changeable && (
					<Fact term="Nameserver status">{delegation === "live" ? "Connected" : "Waiting for the registry"}</Fact>
				)}
			</Facts>
		</TitledCard>
	);
}

const Settings = ({ domain: { autoRenew, locked, privacy, transferLock } }: PartProps) => (
	<TitledCard title="Settings">
		<div className="grid divide-y divide-line">
			<SettingSwitch
				intent="auto-renew"
				label="Auto-renew"
				hint="Before it expires, we send you an invoice for another year, or charge the card that you chose."
				on={autoRenew}
			/>
			<SettingSwitch
				intent="lock"
				label="Transfer lock"
				hint={
					transferLock
						? `Stays on until ${transferLock}, because the registrant has changed. ICANN's rules require this.`
						: "Prevents a transfer to another registrar."
				}
				on={locked}
			/>
			<SettingSwitch
				intent="privacy"
				label="WHOIS privacy"
				hint="Hides your address and phone number from public records."
				on={privacy}
			/>
		</div>
	</TitledCard>
);

function Renew({ domain: { name, isExpiringSoon, expires, payment }, offer }: PartProps & { offer: RenewalOffer }) {
	const expiry = isExpiringSoon ? `${name} expires on ${expires}. ` : "";
	return (
		<TitledCard
			title="Renew"
			lead={`${expiry}Renewing adds time after the current expiry date.`}
			id="renew"
			className="scroll-mt-6"
		>
			{payment && <NextRenewal payment={payment} />}
			<RenewForm offer={offer} charged={payment?.kind === "charge"} />
		</TitledCard>
	);
}

const TransferOrDelete = ({ domain: { id, name, status, offer } }: PartProps) => (
	<TitledCard
		title="Move, transfer or delete"
		lead="You can move the domain to another customer here. To move it to another registrar, you need the authorization code. Deleting it stops its website and email."
	>
		<div className="flex flex-wrap gap-3">
			<RouteButton to={href("/dashboard/domains/:domainId/auth-code", { domainId: id })} variant="secondary">
				Authorization code
			</RouteButton>
			{status === "active" && offer === null && (
				<RouteButton to={href("/dashboard/domains/:domainId/push", { domainId: id })} variant="secondary">
					Move to another customer
				</RouteButton>
			)}
			{status === "active" && (
				<RouteButton to={href("/dashboard/domains/:domainId/delete", { domainId: id })} variant="quietDanger">
					Delete<span className="sr-only"> {name}</span>
				</RouteButton>
			)}
		</div>
	</TitledCard>
);
