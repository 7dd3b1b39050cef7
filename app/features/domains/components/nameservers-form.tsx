import { Form } from "react-router";
import { DomainField } from "~/components/forms/domain-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import type { NameserverInput } from "../nameservers";

interface NameserversFormProps {
	domain: string;
	rows: readonly NameserverInput[];
	pending: boolean;
	/** Whether DNSSEC is not off. */
	signed: boolean;
	/** Whether the domain uses our nameservers. */
	usesOurs: boolean;
	failure?: Failure | undefined;
}

export function NameserversForm({ domain, rows, pending, signed, usesOurs, failure }: NameserversFormProps) {
	const saving = useBusy("save");
	const resetting = useBusy("own");
	const error = (field: string) => failure?.fields?.[field];
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{pending && (
				<Alert tone="pending" title="The registry is updating your nameservers.">
					Its own servers use them within minutes. The rest of the internet can take up to 48 hours.
				</Alert>
			)}
			{signed && (
				<Alert tone="info" title="DNSSEC is on.">
					Before you use other nameservers, turn it off with your DNS records. This takes about two days.
				</Alert>
			)}
			<TitledCard
				title="Nameservers"
				lead={`Nameservers answer with the DNS records of ${domain}. If you don't use ours, manage its records with the other provider.`}
			>
				<Form method="post" className="grid gap-5">
					<FormError failure={failure} />
					{rows.map((row, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and never move
						<div key={index} className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
							<DomainField
								label={`Nameserver ${index + 1}`}
								name={`host${index}`}
								hint={null}
								defaultValue={row.host}
								error={error(`host${index}`)}
								required={index < 2}
							/>
							<Field
								label="IP addresses"
								name={`addresses${index}`}
								defaultValue={row.addresses}
								error={error(`addresses${index}`)}
								hint={index === 0 ? `Only for servers that are part of ${domain}, such as ns1.${domain}.` : undefined}
								spellCheck={false}
							/>
						</div>
					))}
					<div className="flex flex-wrap gap-3">
						<SubmitButton name="intent" value="save" busy={saving} busyText="Saving...">
							Save nameservers
						</SubmitButton>
						{!usesOurs && (
							<SubmitButton
								name="intent"
								value="own"
								variant="secondary"
								formNoValidate
								busy={resetting}
								busyText="Saving..."
							>
								Use our nameservers
							</SubmitButton>
						)}
					</div>
				</Form>
			</TitledCard>
		</div>
	);
}
