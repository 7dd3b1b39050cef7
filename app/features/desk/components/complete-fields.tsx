import { Field } from "~/components/forms/field";
import { acceptedNames } from "~/features/files/file-rules";
import { jobFileLimitText } from "~/features/orders/job";

interface CompleteFieldsProps {
	/** Whether the job is about a domain, whose new expiry date is needed. */
	needsExpiry: boolean;
	/** Whether the job is about a new plan, which may have an IP address. */
	hasAddress: boolean;
	/** The name, value and error of a field. */
	field: (name: string) => { name: string; defaultValue: string; error: string | undefined };
}

/** The fields for a job that staff have done by hand. */
export const CompleteFields = ({ needsExpiry, hasAddress, field }: CompleteFieldsProps) => (
	<div className="grid gap-4 sm:grid-cols-2">
		<Field label="Reference" hint="Of the registrar, panel or carrier." maxLength={100} {...field("ref")} />
		<Field
			label="File"
			type="file"
			accept={acceptedNames}
			hint={`A certificate or a slip, at most ${jobFileLimitText}. Only staff see it.`}
			name="file"
			error={field("file").error}
		/>
		{hasAddress && (
			<Field label="IP address" hint="The customer sees it with the plan." maxLength={45} {...field("ip")} />
		)}
		{needsExpiry && <Field label="Expires on" type="date" required {...field("expiresAt")} />}
	</div>
);
