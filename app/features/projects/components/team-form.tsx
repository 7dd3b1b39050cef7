import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import type { Failure } from "~/lib/result";
import type { TeamAnswer } from "../team-answer";

interface TeamFormProps {
	/** The intent, the row it is about and the team member who acts. */
	hiddenFields: Readonly<Record<string, string>> & { intent: string };
	/** The answer to the last form. */
	answer: TeamAnswer | undefined;
	className?: string;
	children: (state: {
		busy: boolean;
		failure: Failure | undefined;
		/** The values that were sent and rejected. */
		values: Readonly<Record<string, string>> | undefined;
	}) => ReactNode;
}

/** Fields that identify a form. */
const about = ["intent", "taskId"] as const;

/** A form for one action of our team. Shows its own errors. */
export function TeamForm({ hiddenFields, answer, className, children }: TeamFormProps) {
	const { formData } = useNavigation();
	const same = (of: (name: (typeof about)[number]) => unknown) =>
		about.every((name) => (of(name) || undefined) === hiddenFields[name]);
	const mine = answer && same((name) => answer.values[name]) ? answer : undefined;
	return (
		<Form method="post" className={className}>
			<HiddenFields values={hiddenFields} />
			<FormError failure={mine?.failure} />
			{children({
				busy: formData !== undefined && same((name) => formData.get(name)),
				failure: mine?.failure,
				values: mine?.values,
			})}
		</Form>
	);
}
