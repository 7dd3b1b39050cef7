import { href } from "react-router";
import { FieldNotes } from "~/components/forms/field-frame";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { HelpSuggestions } from "~/features/help/components/help-suggestions";
import type { Failure } from "~/lib/result";
import type { EnquiryKind } from "../enquiry";
import type { EnquiryField } from "../enquiry.schema";
import { KindFields, SenderFields } from "./enquiry-fields";
import { EnquirySent } from "./enquiry-sent";
import { TrapField } from "./trap-field";

interface EnquiryFormProps {
	kind: EnquiryKind;
	/** Set on pages that are rendered per request. On other pages islands/enquiry-form.ts fetches it. */
	formToken?: string;
	failure?: Failure;
	values?: Partial<Record<EnquiryField, string>>;
	/** Level of the heading that replaces the form after sending, one below the heading above the form. */
	sentLevel?: 2 | 3;
}

const actions: Readonly<Record<EnquiryKind, string>> = {
	contact: "Send the message",
	quote: "Request a Quote",
	"custom-plan": "Request Custom Plan",
	transfer: "Request the transfer",
};

/**
 * The form of one kind, for both zones. It posts to the page of the kind. With script, the island sends it without leaving
 * the current page.
 */
export function EnquiryForm({ kind, formToken, failure, values = {}, sentLevel = 3 }: EnquiryFormProps) {
	const errors = failure?.fields ?? {};
	const unconfirmed = failure?.code === "unconfirmed";
	return (
		<enquiry-form class="block">
			<form method="post" action={href("/enquiries/:kind", { kind })} className="grid gap-4 sm:gap-5">
				{unconfirmed && <Alert tone="info" title="Please check your message, then send it." />}
				<FormError toast failure={unconfirmed ? undefined : failure} />
				<Alert tone="danger" role="alert" data-failure hidden title=" " />
				<SenderFields values={values} errors={errors} />
				<KindFields kind={kind} values={values} errors={errors} />
				<TrapField error={errors.website} value={values.website} />
				<input type="hidden" name="stamp" defaultValue={formToken} />
				<div className="flex flex-wrap items-center gap-x-5 gap-y-3">
					<SubmitButton>{actions[kind]}</SubmitButton>
					<p className="text-sm text-muted">
						We use this to reply to you and{" "}
						<a href={href("/privacy")} className="link">
							delete it after two years
						</a>
						.
					</p>
				</div>
				{kind === "contact" && <HelpSuggestions fields={["message"]} />}
				{/* The island copies it for each invalid field. */}
				<div data-note hidden>
					<FieldNotes id="note" error=" " />
				</div>
			</form>
			<div data-sent hidden>
				<EnquirySent level={sentLevel} reference="" />
			</div>
		</enquiry-form>
	);
}
