import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import type { RecordFormValues } from "../dns.schema";
import { caaTags, defaultTtl, type RecordType, recordPurposes } from "../record";
import { commonTtls, ttlText } from "../ttl-text";

interface RecordFormProps {
	domain: string;
	version: number;
	type: RecordType;
	/** Of the record being edited. Undefined for a new one. */
	recordId?: string | undefined;
	values: RecordFormValues;
	failure?: Failure | undefined;
}

const valueFields: Readonly<Record<RecordType, { label: string; hint: string }>> = {
	A: { label: "IPv4 address", hint: "Like 192.0.2.10." },
	AAAA: { label: "IPv6 address", hint: "Like 2001:db8::10." },
	CNAME: { label: "Alias of", hint: "The full name it points to, like shops.example.com." },
	MX: {
		label: "Mail server",
		hint: "Its full name, like mail.example.com. Enter a single dot if this domain receives no email.",
	},
	TXT: { label: "Text", hint: "With or without quotation marks. Longer texts are split for you." },
	NS: { label: "Nameserver", hint: "Its full name, like ns1.example.com." },
	SRV: { label: "Server", hint: "Its full name. Enter a single dot if the service is not available." },
	CAA: {
		label: "Value",
		hint: "The certificate authority's domain, like letsencrypt.org. For iodef, enter mailto: and an email address.",
	},
};

const nameHints: Partial<Record<RecordType, string>> = {
	TXT: "_dmarc",
	SRV: "_sip._tcp",
};

/** Form to add or edit one record, with the fields of its type. */
export function RecordForm({ domain, version, type, recordId, values, failure }: RecordFormProps) {
	const intent = recordId ? "change" : "add";
	const busy = useBusy(intent);
	const error = (field: string) => failure?.fields?.[field];
	const field = (name: keyof RecordFormValues) => ({ name, defaultValue: values[name] ?? "", error: error(name) });
	const ttl = Number(values.ttl || defaultTtl);
	const ttls = [...new Set([...commonTtls, ttl])].filter(Number.isFinite).sort((a, b) => a - b);
	const value = valueFields[type];
	return (
		<TitledCard
			title={recordId ? `Edit ${type} record` : `New ${type} record`}
			lead={recordPurposes[type]}
			id="record-form"
		>
			<Form key={`${type} ${recordId}`} method="post" className="grid gap-5" preventScrollReset>
				<FormError failure={failure} />
				<input type="hidden" name="intent" value={intent} />
				<input type="hidden" name="version" value={version} />
				<input type="hidden" name="type" value={type} />
				{recordId && <input type="hidden" name="recordId" value={recordId} />}
				<div className="grid gap-5 sm:grid-cols-2">
					<Field
						{...field("name")}
						label="Name"
						hint={`For ${nameHints[type] ?? "www"}.${domain}, enter ${nameHints[type] ?? "www"}. For ${domain} itself, enter @.`}
						autoCapitalize="none"
						spellCheck={false}
						autoFocus
						required
					/>
					{type !== "TXT" && <Field {...field("value")} {...value} autoCapitalize="none" spellCheck={false} required />}
				</div>
				{type === "TXT" && <TextareaField {...field("value")} {...value} rows={4} spellCheck={false} required />}
				<div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
					{(type === "MX" || type === "SRV") && (
						<Field
							{...field("priority")}
							label="Priority"
							hint="The lowest number is tried first."
							inputMode="numeric"
							required
						/>
					)}
					{type === "SRV" && (
						<>
							<Field
								{...field("weight")}
								label="Weight"
								hint="Share of traffic among servers with the same priority."
								inputMode="numeric"
								required
							/>
							<Field {...field("port")} label="Port" hint="Like 5060." inputMode="numeric" required />
						</>
					)}
					{type === "CAA" && (
						<>
							<SelectField {...field("flags")} label="Flag" required>
								<option value="0">0, usual</option>
								<option value="128">128, critical</option>
							</SelectField>
							<SelectField {...field("tag")} label="Tag" required>
								{caaTags.map((tag) => (
									<option key={tag}>{tag}</option>
								))}
							</SelectField>
						</>
					)}
					<SelectField
						name="ttl"
						defaultValue={String(ttl)}
						error={error("ttl")}
						label="TTL"
						hint="How long other servers cache it."
						required
					>
						{ttls.map((seconds) => (
							<option key={seconds} value={seconds}>
								{ttlText(seconds)}
							</option>
						))}
					</SelectField>
				</div>
				<div className="flex flex-wrap gap-3">
					<SubmitButton busy={busy} busyText="Saving...">
						{recordId ? "Save record" : "Add record"}
					</SubmitButton>
					<RouteButton to="?" preventScrollReset variant="quiet">
						Cancel
					</RouteButton>
				</div>
			</Form>
		</TitledCard>
	);
}
