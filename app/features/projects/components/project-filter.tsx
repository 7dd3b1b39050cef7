import { SelectField } from "~/components/forms/field";
import { FilterForm } from "~/components/forms/filter-form";
import type { ProjectListQuery } from "../projects.schema";

interface ProjectFilterProps {
	query: Pick<ProjectListQuery, "client" | "q" | "status">;
	clients: readonly string[];
}

/** Search and client. */
export function ProjectFilter({ query: { client = "", q, status }, clients }: ProjectFilterProps) {
	return (
		<FilterForm
			label="Projects"
			searches="Search by name or client"
			q={q}
			keep={{ status }}
			filters={[client]}
			beside={
				<SelectField label="Client" name="client" defaultValue={client} className="min-w-0 flex-1 basis-36 sm:max-w-56">
					<option value="">All clients</option>
					{clients.map((name) => (
						<option key={name}>{name}</option>
					))}
				</SelectField>
			}
		/>
	);
}
