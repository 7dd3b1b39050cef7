import type { ReactNode } from "react";
import { Form } from "react-router";
import type { Failure } from "~/lib/result";
import { cx } from "../ui/cx";
import { Field } from "./field";
import { FormError } from "./form-error";
import { HiddenFields } from "./hidden-fields";
import { SubmitButton } from "./submit";
import { useBusy } from "./use-busy";

interface UploadFormProps {
	intent: string;
	failure: Failure | undefined;
	/** What the file may be. */
	hint: string;
	/** Media types and endings that the browser suggests. */
	accept?: string;
	submit: string;
	className?: string;
	/** More fields. */
	children?: ReactNode;
}

/** A form that imports a file, in the field `file`. */
export function UploadForm({ intent, failure, hint, accept, submit, className, children }: UploadFormProps) {
	const busy = useBusy(intent);
	return (
		<Form method="post" encType="multipart/form-data" className={cx("grid max-w-xl gap-4", className)}>
			<HiddenFields values={{ intent }} />
			<FormError failure={failure} />
			<Field label="File" name="file" type="file" accept={accept} error={failure?.fields?.file} hint={hint} required />
			{children}
			<div>
				<SubmitButton busy={busy} busyText="Importing...">
					{submit}
				</SubmitButton>
			</div>
		</Form>
	);
}
