import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { TeamProjects } from "~/features/projects/components/team-projects";
import { teamListSchema } from "~/features/projects/team.schema";
import { teamProjectView } from "~/features/projects/team-view";
import { paramsOf } from "~/lib/address";
import { devTeam } from "~/middleware/dev-team";
import type { Route } from "./+types/team";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Team") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = teamListSchema.parse(paramsOf(url));
	const { items, next } = await devTeam(context).list(query);
	return { q: query.q, projects: items.map(teamProjectView), next };
}

/** Lists all projects for staff actions during development. */
export default function TeamPage({ loaderData }: Route.ComponentProps) {
	return (
		<main id="main" className="page-column grid gap-6 py-8 sm:py-12">
			<header className="flex flex-wrap items-end justify-between gap-4">
				<div className="grid gap-1">
					<Heading level={1} dot>
						Team
					</Heading>
					<p className="max-w-measure text-muted">
						Act as our team: write to a customer, assign tasks or update a project.
					</p>
				</div>
				<div className="flex flex-wrap gap-3">
					<ButtonLink href={href("/dev/team/refunds")} variant="secondary">
						Refunds
					</ButtonLink>
					<ButtonLink href={href("/dev/inbox")} variant="secondary">
						Inbox
					</ButtonLink>
				</div>
			</header>
			<TeamProjects {...loaderData} />
		</main>
	);
}
