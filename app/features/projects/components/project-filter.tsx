import { useId } from "react";
import { Form } from "react-router";
import { SelectField } from "~/components/forms/field";
import { controlClasses } from "~/components/forms/field-frame";
import { Button } from "~/components/ui/button";
import type { ProjectListQuery } from "../projects.schema";

interface ProjectFilterProps {
	query: Pick<ProjectListQuery, "client" | "q" | "status">;
	clients: readonly string[];
}

/** Search and client; a plain GET form, so the address says what is shown. */
export function ProjectFilter({ query: { client = "", q, status }, clients }: ProjectFilterProps) {
	const text = useId();
	return (
		<Form
			method="get"
			key={`${status ?? ""} ${client} ${q}`}
			className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_14rem_auto]"
			role="search"
			aria-label="Projects"
		>
			{status && <input type="hidden" name="status" value={status} />}
			<div className="grid gap-1.5">
				<label htmlFor={text} className="font-medium">
					Search by name or client
				</label>
				<input id={text} type="search" name="q" defaultValue={q} maxLength={100} className={controlClasses} />
			</div>
			<SelectField label="Client" name="client" defaultValue={client}>
				<option value="">All clients</option>
				{clients.map((name) => (
					<option key={name}>{name}</option>
				))}
			</SelectField>
			<Button type="submit" variant="secondary" className="min-h-12">
				Show
			</Button>
		</Form>
	);
}
