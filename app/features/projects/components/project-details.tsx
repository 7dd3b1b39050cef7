import { href } from "react-router";
import { TitledSection } from "~/components/ui/titled-section";
import { UploadFile } from "~/features/files/components/upload-file";
import type { ListedFile, Post, Task } from "../project-contents";
import type { ProjectRow } from "../project-row";
import { Discussion } from "./discussion";
import { FileList } from "./file-list";
import { ProjectActions } from "./project-actions";
import { ProjectFacts } from "./project-facts";
import { TaskList } from "./task-list";

/** The contents of the open project. */
export interface ProjectContents {
	readonly tasks: readonly Task[];
	readonly posts: readonly Post[];
	/** Cursor of the next page, with earlier posts. */
	readonly earlier: string | null;
	readonly files: readonly ListedFile[];
}

/** The details below a project's row. */
export function ProjectDetails({ project, contents }: { project: ProjectRow; contents: ProjectContents }) {
	const { id } = project;
	return (
		<div className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)] gap-8 pb-4 text-start">
			<div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
				<ProjectFacts project={project} />
				<TaskList projectId={id} tasks={contents.tasks} />
			</div>
			<div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
				<Discussion projectId={id} unread={project.unread} posts={contents.posts} earlier={contents.earlier} />
				<TitledSection title="Files" size="xs">
					<FileList
						files={contents.files}
						addressOf={(fileId) => href("/dashboard/projects/:projectId/files/:fileId", { projectId: id, fileId })}
						deletable
					/>
					<UploadFile
						page={href("/dashboard/projects/:projectId/files", { projectId: id })}
						to={href("/dashboard/projects/:projectId/upload", { projectId: id })}
					/>
				</TitledSection>
			</div>
			<ProjectActions project={project} />
		</div>
	);
}
