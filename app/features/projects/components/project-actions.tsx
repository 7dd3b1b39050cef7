import { href } from "react-router";
import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm } from "~/components/forms/change-form";
import { Button, buttonClasses } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { RouteButton } from "~/components/ui/route-button";
import type { ProjectRow } from "../project-row";

export function ProjectActions({ project: { id, name, status } }: { project: ProjectRow }) {
	const completed = status === "completed";
	return (
		<div className="flex flex-wrap items-start gap-3 border-t border-line pt-5">
			<RouteButton to={href("/dashboard/projects/:projectId/edit", { projectId: id })} variant="secondary">
				<Icon name="pencil" size={20} /> Edit<span className="sr-only"> {name}</span>
			</RouteButton>
			<ChangeForm change={{ intent: completed ? "reopen" : "complete", projectId: id }}>
				{({ busy, failure }) => (
					<>
						<Button type="submit" variant="secondary" disabled={busy}>
							<Icon name={completed ? "rotate-ccw" : "circle-check"} size={20} />
							{completed ? "Reopen" : "Mark Complete"}
							<span className="sr-only"> {name}</span>
						</Button>
						<ChangeError failure={failure} />
					</>
				)}
			</ChangeForm>
			<details className="open:basis-full">
				<summary className={buttonClasses({ variant: "quietDanger" }, "cursor-pointer list-none marker:content-none")}>
					<Icon name="trash-2" size={20} />
					<span>
						Delete<span className="sr-only"> {name}</span>
					</span>
				</summary>
				<ChangeForm change={{ intent: "remove", id }} className="mt-3 grid justify-items-start gap-3">
					{({ busy, failure }) => (
						<>
							<p className="max-w-measure">
								This deletes {name} with its tasks, discussion and files. You can restore it for 24 hours.
							</p>
							<Button type="submit" variant="danger" disabled={busy}>
								Delete project
							</Button>
							<ChangeError failure={failure} />
						</>
					)}
				</ChangeForm>
			</details>
		</div>
	);
}
