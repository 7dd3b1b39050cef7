import { Form } from "react-router";
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
	/** They are ours already. */
	own: boolean;
	failure?: Failure | undefined;
}

export function NameserversForm({ domain, rows, pending, own, failure }: NameserversFormProps) {
	const saving = useBusy("save");
	const back = useBusy("own");
	const error = (field: string) => failure?.fields?.[field];
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{pending && (
				<Alert tone="pending" title="The registry is taking the nameservers over.">
					Its own servers answer with them within minutes; the rest of the internet follows within 48 hours.
				</Alert>
			)}
			<TitledCard
				title="Nameservers"
				lead={`They answer where ${domain} leads. With other nameservers than ours, its DNS records are kept there and not here.`}
			>
				<Form method="post" className="grid gap-5">
					<FormError failure={failure} />
					{rows.map((row, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the rows are places, and stay where they are
						<div key={index} className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
							<Field
								label={`Nameserver ${index + 1}`}
								name={`host${index}`}
								defaultValue={row.host}
								error={error(`host${index}`)}
								required={index < 2}
								autoCapitalize="none"
								spellCheck={false}
							/>
							<Field
								label="Its IP addresses"
								name={`addresses${index}`}
								defaultValue={row.addresses}
								error={error(`addresses${index}`)}
								hint={index === 0 ? `Only for servers below ${domain}, such as ns1.${domain}.` : undefined}
								spellCheck={false}
							/>
						</div>
					))}
					<div className="flex flex-wrap gap-3">
						<SubmitButton name="intent" value="save" busy={saving} busyText="Saving...">
							Save nameservers
						</SubmitButton>
						{!own && (
							<SubmitButton
								name="intent"
								value="own"
								variant="secondary"
								formNoValidate
								busy={back}
								busyText="Saving..."
							>
								Use ours again
							</SubmitButton>
						)}
					</div>
				</Form>
			</TitledCard>
		</div>
	);
}
