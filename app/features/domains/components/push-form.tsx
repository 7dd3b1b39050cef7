import { Form, href } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { formatCount } from "~/lib/format-count";
import type { Failure } from "~/lib/result";
import { pushDays } from "../push";

interface PushFormProps {
	id: string;
	domain: string;
	/** The address that it is offered to already. */
	offeredTo: string | null;
	/** Days without a transfer to another registrar afterwards. */
	lockDays: number;
	failure?: Failure | undefined;
	/** The address as typed, after a failure. */
	typed?: string | undefined;
}

/** Offers a domain to another customer. */
export function PushForm({ id, domain, offeredTo, lockDays, failure, typed }: PushFormProps) {
	const busy = useBusy();
	const overview = href("/dashboard/domains/:domainId", { domainId: id });
	if (offeredTo !== null)
		return (
			<Alert tone="pending" title={<span className="wrap-anywhere">{`${domain} is offered to ${offeredTo}.`}</span>}>
				<RouteButton to={overview} variant="secondary" size="sm">
					See or withdraw the offer
				</RouteButton>
			</Alert>
		);
	return (
		<TitledCard title={`Move ${domain} to another customer`} className="max-w-3xl">
			<ul className="dots max-w-measure">
				<li>
					We email the recipient, who has {formatCount(pushDays, "day")} to accept it in their account here, or to
					create one first. Until then nothing changes, and you can withdraw the offer.
				</li>
				<li>They see your name and email address.</li>
				<li>The domain moves with its DNS records, forwarding, add-ons and the time you have paid for.</li>
				<li>Your hosting plan stays with you, also if it uses this name. Your invoices stay with you, too.</li>
				<li>The recipient becomes the registrant, and pays for renewals.</li>
				{lockDays > 0 && (
					<li>
						They can't transfer it to another registrar for {lockDays} days, because ICANN's rules lock a domain after a
						change of registrant.
					</li>
				)}
			</ul>
			<Form method="post" noValidate className="grid gap-5 sm:max-w-md">
				<FormError failure={failure} />
				<Field
					type="email"
					name="email"
					label="Email address of the recipient"
					autoComplete="off"
					defaultValue={typed}
					error={failure?.fields?.email}
					required
				/>
				<div className="flex flex-wrap gap-3">
					<SubmitButton busy={busy} busyText="Sending...">
						Offer this domain
					</SubmitButton>
					<RouteButton to={overview} variant="quiet">
						Keep it
					</RouteButton>
				</div>
			</Form>
		</TitledCard>
	);
}
