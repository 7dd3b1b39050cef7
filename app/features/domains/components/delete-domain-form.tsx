import { Form, href } from "react-router";
import { DomainField } from "~/components/forms/domain-field";
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
	/** The name as typed, after a failure. */
	typed?: string | undefined;
}

export function DeleteDomainForm({ id, domain, expires, records, failure, typed }: DeleteDomainFormProps) {
	const busy = useBusy();
	return (
		<TitledCard title={`Delete ${domain}?`} className="max-w-3xl">
			<ul className="dots max-w-measure">
				<li>Its website stops working, and email to its addresses bounces.</li>
				<li>{deletedWithIt(records)}</li>
				<li>Anyone can register it once its registry releases it. Getting it back can be expensive or impossible.</li>
				<li>
					{expires ? `You lose the time you have paid for, until ${expires}.` : "You lose the time you have paid for."}{" "}
					Registries don't refund it.
				</li>
			</ul>
			<p className="max-w-measure text-muted">
				To let it expire instead, turn off auto-renew. It then stays yours{" "}
				{expires ? `until ${expires}` : "until it expires"}.
			</p>
			<Form method="post" className="grid gap-5 sm:max-w-md">
				<FormError failure={failure} />
				<DomainField
					label={`Type ${domain} to confirm`}
					name="name"
					hint={null}
					defaultValue={typed}
					error={failure?.fields?.name}
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

function deletedWithIt(records: number): string {
	if (records === 0) return "Every forwarding of it is deleted.";
	return `${records === 1 ? "Its DNS record is" : `Its ${records} DNS records are`} deleted, and so is every forwarding.`;
}
