import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { TeamProject } from "~/features/projects/components/team-project";
import { postView } from "~/features/projects/project-contents";
import { teamChangeSchema, teamProjectSchema } from "~/features/projects/team.schema";
import { readTeamForm } from "~/features/projects/team-answer";
import { teamProjectView, teamTaskView } from "~/features/projects/team-view";
import { paramsOf } from "~/lib/address";
import { kenya } from "~/lib/dates";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, notFound } from "~/lib/responses";
import { devTeam } from "~/middleware/dev-team";
import type { Route } from "./+types/team-project";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `${loaderData.project.name} · Team` : "Not found") },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const { project, tasks, posts } = (await devTeam(context).find(params.projectId)) ?? notFound();
	const now = context.get(servicesContext).clock();
	return {
		...teamProjectSchema.parse(paramsOf(url)),
		project: teamProjectView(project),
		tasks: tasks.map(teamTaskView),
		posts: posts.map((post) =>
			postView({ ...post, own: 0, byTeam: post.authorId === null ? 1 : 0, unread: 0 }, now, kenya),
		),
		sendKey: crypto.randomUUID(),
	};
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
	const team = devTeam(context);
	const form = await readForm(request);
	const input = parse(teamChangeSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, readTeamForm(form));
	const done = await team.change(params.projectId, input.value);
	if (!done.ok) return failureData(done.error, readTeamForm(form));
	const { as } = teamProjectSchema.parse(paramsOf(url));
	const address = href("/dev/team/:projectId", params);
	return redirect(`${address}?as=${as}&done=${input.value.intent}`);
}

export default function TeamProjectPage({ actionData, loaderData }: Route.ComponentProps) {
	const { failure, values } = actionData ?? {};
	const answer = failure && values && { failure, values };
	return <TeamProject {...loaderData} answer={answer} sendFailure={values ? undefined : failure} />;
}
