import type { ReactNode } from "react";
import { Form } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Disclosure } from "~/components/ui/disclosure";
import type { IconName } from "~/components/ui/icon-names";
import type { Failure } from "~/lib/result";

interface ReasonFormProps {
	icon: IconName;
	/** "Disable". The button that opens the form and the one that sends it. */
	label: string;
	/** The button that sends it, if its text is different. */
	submit?: string;
	/** What happens, in words: "Wanjiku can't sign in any more. 2 sessions end." */
	effect: string;
	/** Hidden fields: the intent, the version and ids. */
	change: Readonly<Record<string, string | number>> & { intent: string };
	/** For changes that take something away. */
	danger?: boolean;
	/** The failure of this form, by its intent. */
	failure?: Failure | undefined;
	/** The reason that was sent with the failure. */
	reason?: string | undefined;
	/** More fields, above the reason. */
	children?: ReactNode;
	/** Whether it starts open. Default: after a failure. */
	open?: boolean;
	/** For changes that don't need a reason. */
	withoutReason?: boolean;
	/** Whether one of the fields is a file. */
	withFile?: boolean;
	/** The letter that opens it in a list. */
	letter?: string;
}

/** A change that states its effect, with its fields and usually a reason for the audit log. Works without script. */
export function ReasonForm({
	icon,
	label,
	submit = label,
	effect,
	change,
	danger = false,
	failure,
	reason,
	children,
	open = false,
	withoutReason = false,
	withFile = false,
	letter,
}: ReasonFormProps) {
	const busy = useBusy(change.intent);
	return (
		<Disclosure icon={icon} title={label} open={open || failure !== undefined} letter={letter}>
			<Form
				method="post"
				encType={withFile ? "multipart/form-data" : undefined}
				className="grid max-w-xl gap-4 pt-2"
				preventScrollReset
			>
				<HiddenFields values={change} />
				<FormError failure={failure} whole={["version"]} />
				<p className="text-muted">{effect}</p>
				{children}
				{!withoutReason && (
					<TextareaField
						label="Reason"
						name="reason"
						rows={2}
						maxLength={300}
						required
						defaultValue={reason}
						error={failure?.fields?.reason}
					/>
				)}
				<div>
					<SubmitButton variant={danger ? "danger" : "primary"} busy={busy} busyText="Saving...">
						{submit}
					</SubmitButton>
				</div>
			</Form>
		</Disclosure>
	);
}
