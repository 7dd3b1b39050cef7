import { Form, href } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";

interface DeleteDomainFormProps {
	id: string;
	domain: string;
	/** "21 Nov 2027" */
	expires: string | null;
	records: number;
	failure?: Failure | undefined;
}

export function DeleteDomainForm({ id, domain, expires, records, failure }: DeleteDomainFormProps) {
	const busy = useBusy();
	return (
		<TitledCard title={`Delete ${domain}?`} className="max-w-3xl">
			<ul className="dots max-w-measure">
				<li>Its website stops, and mail to its addresses bounces.</li>
				<li>
					{records === 1 ? "Its DNS record is" : `Its ${records} DNS records are`} deleted, and so is every forwarding.
				</li>
				<li>Anybody may register it once its registry lets it go. Getting it back can cost much, or be impossible.</li>
				<li>
					{expires ? `The time until ${expires} that you have paid for is lost` : "What you have paid for it is lost"}:
					no registry gives it back.
				</li>
			</ul>
			<p className="max-w-measure text-muted">
				To let it lapse instead, switch auto-renew off: it then stays yours{" "}
				{expires ? `until ${expires}` : "to its end"}.
			</p>
			<Form method="post" className="grid gap-5 sm:max-w-md">
				<FormError failure={failure} />
				<Field
					label={`Type ${domain} to confirm`}
					name="name"
					error={failure?.fields?.name}
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					required
				/>
				<div className="flex flex-wrap gap-3">
					<SubmitButton variant="danger" busy={busy} busyText="Deleting...">
						Delete this domain
					</SubmitButton>
					<RouteButton to={href("/dashboard/domains/:domainId", { domainId: id })} variant="quiet">
						Keep it
					</RouteButton>
				</div>
			</Form>
		</TitledCard>
	);
}
