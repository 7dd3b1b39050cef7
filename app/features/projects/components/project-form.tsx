import type { ComponentType, ReactNode } from "react";
import { Form, type FormProps } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { InitialValues } from "~/components/forms/initial-values";
import { PageAccount } from "~/components/forms/page-account";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { useSendOnce } from "~/components/forms/use-send-once";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import type { Failure } from "~/lib/result";
import { priorityName, projectStatusName } from "../project";
import type { ProjectValues } from "../project-form";
import { TeamField } from "./team-field";
import { TechnologiesField } from "./technologies-field";

interface ProjectFormProps {
	/** The initial values, or the values that were sent and rejected. */
	values: ProjectValues;
	/** The values that an existing project's form was opened with. */
	initial?: Readonly<Partial<Record<string, string>>>;
	failure?: Failure | undefined;
	submit: string;
	busyText: string;
	/** Address of the Cancel link. */
	back: string;
}

interface ProjectFieldsProps extends Omit<ProjectFormProps, "back"> {
	/** The router's form or a fetcher's. */
	Form: ComponentType<Pick<FormProps, "method" | "action" | "onSubmit" | "className" | "children">>;
	action?: string;
	busy: boolean;
	children?: ReactNode;
}

/** The form on its own page. */
export function ProjectForm({ back, ...form }: ProjectFormProps) {
	const busy = useBusy();
	return (
		<Card className="max-w-3xl">
			<ProjectFields {...form} Form={Form} busy={busy}>
				<ButtonLink href={back} variant="quiet">
					Cancel
				</ButtonLink>
			</ProjectFields>
		</Card>
	);
}

export function ProjectFields(props: ProjectFieldsProps) {
	const { values, initial, failure, submit, busyText, busy, Form, action, children } = props;
	const sendOnce = useSendOnce(busy);
	const field = (name: Exclude<keyof ProjectValues, "team">) => ({
		name,
		defaultValue: values[name],
		error: failure?.fields?.[name],
	});
	return (
		<Form method="post" action={action} onSubmit={sendOnce} className="grid gap-5">
			<PageAccount />
			{initial && <InitialValues values={initial} />}
			<FormError failure={failure} />
			<Field {...field("name")} label="Project Name" required maxLength={100} />
			<TextareaField {...field("description")} label="Description" rows={4} maxLength={2_000} />
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<Field {...field("client")} label="Client" maxLength={100} hint="Who the project is for, if not for you." />
				<Field {...field("dueDate")} label="Due Date" type="date" />
			</div>
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<SelectField {...field("status")} label="Status" required>
					<Options names={projectStatusName} />
				</SelectField>
				<SelectField {...field("priority")} label="Priority" required>
					<Options names={priorityName} />
				</SelectField>
			</div>
			<TechnologiesField value={values.technologies} error={failure?.fields?.technologies} />
			<TeamField chosen={values.team} error={failure?.fields?.team} />
			<div className="flex flex-wrap gap-3">
				<SubmitButton busy={busy} busyText={busyText}>
					{submit}
				</SubmitButton>
				{children}
			</div>
		</Form>
	);
}

const Options = ({ names }: { names: Readonly<Record<string, string>> }) =>
	Object.entries(names).map(([value, name]) => (
		<option key={value} value={value}>
			{name}
		</option>
	));
