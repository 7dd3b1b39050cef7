import { Field } from "~/components/forms/field";

interface CompleteFieldsProps {
	/** Whether the job is about a domain, whose new expiry date is needed. */
	needsExpiry: boolean;
	/** The name, value and error of a field. */
	field: (name: string) => { name: string; defaultValue: string; error: string | undefined };
}

/** The fields for a job that staff have done by hand. */
export const CompleteFields = ({ needsExpiry, field }: CompleteFieldsProps) => (
	<div className="grid gap-4 sm:grid-cols-2">
		<Field label="Reference" hint="Of the registrar, panel or carrier." maxLength={100} {...field("ref")} />
		{needsExpiry && <Field label="Expires on" type="date" required {...field("expiresAt")} />}
	</div>
);
