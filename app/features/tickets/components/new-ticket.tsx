import { Form, href } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { PageAccount } from "~/components/forms/page-account";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { useSendOnce } from "~/components/forms/use-send-once";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { HelpSuggestions } from "~/features/help/components/help-suggestions";
import { importWhenOnline } from "~/lib/import-script";
import type { Failure } from "~/lib/result";
import type { departmentChoices } from "../departments";
import { ticketLimits } from "../ticket";

interface NewTicketProps {
	/** The values that were sent and rejected. */
	values: Readonly<Record<"department" | "subject" | "body", string>> | undefined;
	failure: Failure | undefined;
	departments: ReturnType<typeof departmentChoices>;
	/** New for each page, so that pressing twice opens one ticket. */
	sendKey: string;
}

/** Only when someone starts to write. The browser loads it once. */
const loadSuggestions = () => void importWhenOnline(() => import("~/islands/help-suggestions"));

/** The form that opens a ticket. */
export function NewTicket({ values, failure, departments, sendKey }: NewTicketProps) {
	const busy = useBusy();
	const sendOnce = useSendOnce(busy);
	const field = (name: "department" | "subject" | "body") => ({
		name,
		defaultValue: values?.[name] ?? "",
		error: failure?.fields?.[name],
	});
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading
				title="Write to us"
				lead="Our team answers by email and on this page, seven days a week."
				back={{ to: href("/dashboard/support"), label: "Support" }}
			/>
			<Card className="max-w-3xl">
				<Form method="post" onSubmit={sendOnce} onFocus={loadSuggestions} className="grid gap-5">
					<PageAccount />
					<HiddenFields values={{ key: sendKey }} />
					<FormError failure={failure} whole={["key"]} />
					<SelectField
						label="What is it about?"
						required
						hint={`You can also send an email. ${departments.map(({ about, email }) => `${about}: ${email}`).join(". ")}.`}
						{...field("department")}
					>
						<option value="">Choose…</option>
						{departments.map(({ name, about }) => (
							<option key={name} value={name}>
								{about}
							</option>
						))}
					</SelectField>
					<Field label="Subject" required maxLength={ticketLimits.subject} {...field("subject")} />
					<TextareaField
						label="Message"
						required
						rows={8}
						maxLength={ticketLimits.message}
						hint="Name the domain, plan or invoice, what you did and what happened. Never send passwords."
						{...field("body")}
					/>
					<div className="flex flex-wrap gap-3">
						<SubmitButton busy={busy} busyText="Sending...">
							Send
						</SubmitButton>
						<ButtonLink href={href("/dashboard/support")} variant="quiet">
							Cancel
						</ButtonLink>
					</div>
					<HelpSuggestions fields={["subject", "body"]} />
				</Form>
			</Card>
		</div>
	);
}
