import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { RowAction } from "~/components/forms/row-action";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { type Column, RecordTable } from "~/components/ui/record-table";
import { TitledCard } from "~/components/ui/titled-card";
import { fullName } from "~/features/dns/full-name";
import type { Failure } from "~/lib/result";
import type { UrlForward } from "../forwarding";

interface ForwardingPageProps {
	domain: string;
	forwards: readonly UrlForward[];
	/** Whether names can be forwarded. */
	available: boolean;
	/** Whether the domain uses nameservers that are not ours. */
	usesOtherNameservers: boolean;
	values?: Partial<Record<"host" | "target" | "permanent", string>> | undefined;
	failure?: Failure | undefined;
}

const columns: readonly Column<UrlForward & { id: string; name: string }>[] = [
	{ name: "From", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
	{ name: "To", cell: ({ target }) => <span className="wrap-anywhere">{target}</span> },
	{
		name: "Type",
		className: "whitespace-nowrap",
		cell: ({ permanent }) => (permanent ? "Permanent (301)" : "Temporary (302)"),
	},
];

/** The forwards of a domain, and a form to add one. */
export function ForwardingPage({
	domain,
	forwards,
	available,
	usesOtherNameservers,
	values,
	failure,
}: ForwardingPageProps) {
	if (!available)
		return (
			<Alert tone="info" title="We can't forward names at the moment.">
				Visitors of {domain} go where its DNS records point.
			</Alert>
		);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{usesOtherNameservers && (
				<Alert tone="info" title={`${domain} uses other nameservers.`}>
					Changes here take effect once the domain uses our nameservers.
				</Alert>
			)}
			<ForwardForm key={forwards.length} domain={domain} values={values} failure={failure} />
			<ForwardList domain={domain} forwards={forwards} />
		</div>
	);
}

function ForwardForm({ domain, values = {}, failure }: Pick<ForwardingPageProps, "domain" | "values" | "failure">) {
	const busy = useBusy("add");
	const error = (field: string) => failure?.fields?.[field];
	return (
		<TitledCard
			title="Forward a name"
			lead="Send visitors of a name to another address. Its A and AAAA records have no effect while it is forwarded. Email is not affected."
		>
			<Form method="post" className="grid gap-5 sm:grid-cols-2">
				<input type="hidden" name="intent" value="add" />
				<FormError failure={failure} />
				<Field
					label="From"
					name="host"
					defaultValue={values.host ?? "@"}
					hint={`For www.${domain}, enter www. For ${domain} itself, enter @.`}
					error={error("host")}
					autoCapitalize="none"
					spellCheck={false}
					required
				/>
				<Field
					label="To"
					name="target"
					defaultValue={values.target}
					hint="Like https://example.com/page."
					error={error("target")}
					inputMode="url"
					autoCapitalize="none"
					spellCheck={false}
					required
				/>
				<SelectField
					label="Type"
					hint="Search engines replace this name with the new address only if it is permanent."
					name="permanent"
					defaultValue={values.permanent ?? "yes"}
					error={error("permanent")}
					required
				>
					<option value="yes">Permanent (301)</option>
					<option value="no">Temporary (302)</option>
				</SelectField>
				<div className="self-start sm:pt-7.5">
					<SubmitButton busy={busy} busyText="Saving...">
						Add forwarding
					</SubmitButton>
				</div>
			</Form>
		</TitledCard>
	);
}

function ForwardList({ domain, forwards }: Pick<ForwardingPageProps, "domain" | "forwards">) {
	const rows = forwards.map((forward) => ({ ...forward, id: forward.host, name: fullName(forward.host, domain) }));
	if (rows.length === 0)
		return (
			<Card>
				<EmptyState icon="arrow-right" title="No forwarding yet">
					Visitors of {domain} go where its DNS records point.
				</EmptyState>
			</Card>
		);
	return (
		<Card className="py-1 sm:py-2">
			<RecordTable
				caption={`Forwarding of ${domain}`}
				columns={columns}
				rows={rows}
				action={{
					name: "Remove",
					cell: ({ host, name }) => (
						<RowAction change={{ intent: "remove", host }} subject={`the forwarding of ${name}`} danger>
							Remove
						</RowAction>
					),
				}}
			/>
		</Card>
	);
}
