import { Form, useNavigation } from "react-router";
import { Field, SelectField, TextareaField } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import type { Failure } from "~/lib/result";
import { priorityName } from "../project";

interface NewProjectProps {
	failure?: Failure | undefined;
	/** What was sent, to be shown again. */
	values?: Readonly<Record<string, string>> | undefined;
}

export function NewProject({ failure, values }: NewProjectProps) {
	const busy = useNavigation().state === "submitting";
	const field = (name: string) => ({
		name,
		defaultValue: values?.[name] ?? "",
		error: failure?.fields?.[name],
	});
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading
				title="Create New Project"
				lead="Tell us what you need. It stands in your list at once, as planned."
			/>
			<Card className="max-w-3xl">
				<Form method="post" className="grid gap-5">
					{failure && !failure.fields && <FormError failure={failure} />}
					<Field {...field("name")} label="Project Name" required maxLength={100} />
					<TextareaField {...field("description")} label="Description" rows={4} maxLength={2_000} />
					<div className="grid items-start gap-5 sm:grid-cols-2">
						<Field {...field("client")} label="Client" maxLength={100} hint="Who it is for, when not for you." />
						<Field {...field("dueDate")} label="Due Date" type="date" />
					</div>
					<div className="grid items-start gap-5 sm:grid-cols-2">
						<SelectField
							{...field("priority")}
							defaultValue={field("priority").defaultValue || "medium"}
							label="Priority"
							required
						>
							{Object.entries(priorityName).map(([value, name]) => (
								<option key={value} value={value}>
									{name}
								</option>
							))}
						</SelectField>
						<Field {...field("technologies")} label="Technologies" maxLength={300} hint="With commas between them." />
					</div>
					<div className="flex flex-wrap gap-3">
						<SubmitButton busy={busy} busyText="Creating...">
							Create Project
						</SubmitButton>
						<ButtonLink href="/dashboard/projects" variant="quiet">
							Cancel
						</ButtonLink>
					</div>
				</Form>
			</Card>
		</div>
	);
}
