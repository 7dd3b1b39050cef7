import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Card } from "~/components/ui/card";
import { servicesContext } from "~/context";
import { UploadFile } from "~/features/files/components/upload-file";
import { FileList } from "~/features/projects/components/file-list";
import { fileView } from "~/features/projects/project-contents";
import { incomingFile } from "~/lib/multipart";
import { failureData, notFound } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/project-files";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Files of ${loaderData.name}` : "Not found") },
];

const projectPage = (projectId: string) => `${href("/dashboard/projects")}?open=${projectId}`;

export async function loader({ context, params: { projectId } }: Route.LoaderArgs) {
	const [customer, [project, files]] = await asCustomer(context, ({ projects }, owner) =>
		Promise.all([projects.find(owner, projectId), projects.files.list(owner, projectId)]),
	);
	const { name } = project ?? notFound();
	return { projectId, name, files: files.map((file) => fileView(file, customer)) };
}

/** Uploads without script. */
export async function action({ context, params: { projectId }, request }: Route.ActionArgs) {
	const { projects } = context.get(servicesContext);
	const done = await projects.files.add(ownerOf(context), projectId, await incomingFile(request));
	return done.ok ? redirect(href("/dashboard/projects/:projectId/files", { projectId })) : failureData(done.error);
}

export default function ProjectFilesPage({ actionData, loaderData }: Route.ComponentProps) {
	const { projectId, name, files } = loaderData;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title={`Files of ${name}`} back={{ to: projectPage(projectId), label: "All projects" }} />
			<Card className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
				<FileList
					files={files}
					addressOf={(fileId) => href("/dashboard/projects/:projectId/files/:fileId", { projectId, fileId })}
					deletable
					action={projectPage(projectId)}
				/>
				<UploadFile
					page={href("/dashboard/projects/:projectId/files", { projectId })}
					to={href("/dashboard/projects/:projectId/upload", { projectId })}
					failure={actionData?.failure}
				/>
			</Card>
		</div>
	);
}
