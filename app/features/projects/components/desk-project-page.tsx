import type { ReactNode } from "react";
import { Form, href, Link, useNavigation } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { Card } from "~/components/ui/card";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import { Pager } from "~/components/ui/pager";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { UploadFile } from "~/features/files/components/upload-file";
import type { Failure } from "~/lib/result";
import { type Assignee, projectStatuses, projectStatusName } from "../project";
import type { ListedFile } from "../project-contents";
import type { DeskProjectView } from "../projects-desk-view";
import { FileList } from "./file-list";
import { PostField } from "./post-field";
import { PostList } from "./post-list";
import { ProjectState } from "./project-state";

interface DeskProjectPageProps {
	project: DeskProjectView;
	mayChange: boolean;
	maySeeCustomer: boolean;
	/** New for each page, so that pressing twice sends one message or adds one task. */
	sendKey: string;
	answer: DeskAnswer | undefined;
}

/** A customer's project, and what staff do in it. */
export function DeskProjectPage(props: DeskProjectPageProps) {
	const { project, mayChange, answer } = props;
	return (
		<DeskPage
			title={project.name}
			back={{ to: href("/desk/projects"), label: "Projects" }}
			actions={<ProjectState status={project.status} />}
		>
			<FormError failure={answer && !hasForm(project, answer) ? answer.failure : undefined} whole />
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
					<ProjectSummary {...props} />
					<Discussion {...props} />
				</div>
				<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
					{mayChange && <Progress {...props} />}
					<Tasks {...props} />
					<TitledCard title="Files">
						<Files id={project.id} files={project.files} mayChange={mayChange} />
					</TitledCard>
				</div>
			</div>
		</DeskPage>
	);
}

/** Whether the page still has the form of the answer, which shows it. Its task may be gone or done. */
const hasForm = ({ tasks }: DeskProjectView, { intent, values }: DeskAnswer): boolean =>
	["post", "add-task", "update"].includes(intent) ||
	tasks.some(({ id, completed }) => id === values.taskId?.[0] && (intent === "tick-task" || !completed));

function ProjectSummary({ project, maySeeCustomer }: DeskProjectPageProps) {
	const { customer, description } = project;
	const name = `${customer.name}, ${customer.email}`;
	return (
		<TitledCard title="Project">
			{description && <p className="whitespace-pre-wrap wrap-anywhere">{description}</p>}
			<DeskFacts
				facts={[
					[
						"Customer",
						maySeeCustomer ? (
							<Link
								key="customer"
								className="link"
								to={href("/desk/customers/:customerId", { customerId: customer.id })}
							>
								{name}
							</Link>
						) : (
							name
						),
					],
					...(project.client ? [["Client", project.client] as const] : []),
					["Due", project.due],
					["Progress", `${project.progress}%`],
					["Priority", project.priority],
					["Created", project.created],
					...(project.technologies ? [["Technologies", project.technologies] as const] : []),
					...(project.team ? [["Wanted team", project.team] as const] : []),
				]}
			/>
		</TitledCard>
	);
}

interface DeskFormProps {
	/** The intent, and the task that it is about. */
	change: Readonly<Record<string, string | number>> & { intent: string };
	answer: DeskAnswer | undefined;
	className?: string;
	children: (state: {
		busy: boolean;
		failure: Failure | undefined;
		/** The value that was sent and refused. */
		sent: (name: string) => string | undefined;
	}) => ReactNode;
}

/** One form of the page, which shows its own failure. */
function DeskForm({ change, answer, className, children }: DeskFormProps) {
	const { formData } = useNavigation();
	const { intent, taskId } = change;
	const mine = answer?.intent === intent && answer.values.taskId?.[0] === taskId ? answer : undefined;
	const busy = formData?.get("intent") === intent && (formData.get("taskId") ?? undefined) === taskId;
	return (
		<Form method="post" className={className} preventScrollReset>
			<HiddenFields values={change} />
			<FormError failure={mine?.failure} />
			{children({ busy, failure: mine?.failure, sent: (name) => mine?.values[name]?.[0] })}
		</Form>
	);
}

function Discussion({ project, mayChange, sendKey, answer }: DeskProjectPageProps) {
	return (
		<TitledCard
			title="Discussion"
			lead={mayChange ? "The customer sees your name, and gets an email unless they have switched it off." : ""}
		>
			{mayChange && (
				<DeskForm
					key={sendKey}
					change={{ intent: "post", key: sendKey }}
					answer={answer}
					className="grid max-w-measure gap-3"
				>
					{({ busy, failure, sent }) => (
						<>
							<PostField label="Write to the customer" rows={4} value={sent("body")} error={failure?.fields?.body} />
							<div>
								<SubmitButton busy={busy} busyText="Sending...">
									Send message
								</SubmitButton>
							</div>
						</>
					)}
				</DeskForm>
			)}
			<PostList posts={project.posts} />
			<Pager next={project.next} />
		</TitledCard>
	);
}

function Progress({ project, answer }: DeskProjectPageProps) {
	const { status, progress, dueDate, version, tasks } = project;
	return (
		<TitledCard title="Status and progress">
			<DeskForm
				// Shows the new values after a change.
				key={[status, progress, dueDate].join()}
				change={{ intent: "update", version }}
				answer={answer}
				className="grid items-start gap-4 sm:max-xl:grid-cols-2"
			>
				{({ busy, failure, sent }) => (
					<>
						<SelectField
							name="status"
							label="Status"
							defaultValue={sent("status") ?? status}
							error={failure?.fields?.status}
						>
							{projectStatuses.map((one) => (
								<option key={one} value={one}>
									{projectStatusName[one]}
								</option>
							))}
						</SelectField>
						<Field
							name="dueDate"
							type="date"
							label="Due date"
							defaultValue={sent("dueDate") ?? dueDate ?? ""}
							error={failure?.fields?.dueDate}
						/>
						{tasks.length > 0 ? (
							<p className="text-muted sm:max-xl:col-span-2">
								The progress is {progress}% and follows the tasks. Tick them off to change it.
							</p>
						) : (
							<Field
								name="progress"
								label="Progress"
								inputMode="numeric"
								suffix="%"
								required
								maxLength={3}
								defaultValue={sent("progress") ?? String(progress)}
								error={failure?.fields?.progress}
							/>
						)}
						<div className="sm:max-xl:col-span-2">
							<SubmitButton busy={busy} busyText="Saving..." variant="secondary">
								Save
							</SubmitButton>
						</div>
					</>
				)}
			</DeskForm>
		</TitledCard>
	);
}

function Tasks({ project, mayChange, sendKey, answer }: DeskProjectPageProps) {
	const { tasks, customer, people } = project;
	return (
		<TitledCard title="Tasks">
			{tasks.length === 0 && <p className="text-muted">No tasks yet.</p>}
			{tasks.length > 0 && (
				<ul className="grid">
					{tasks.map((task) => (
						<li
							key={`${task.id} ${task.assignee?.id}`}
							className="grid gap-1 border-t border-line py-3 first:border-t-0 first:pt-0"
						>
							<div className="flex items-start justify-between gap-3">
								<span className={cx("min-w-0 pt-2 break-words", task.completed && "text-muted line-through")}>
									{task.name}
								</span>
								{mayChange && <Tick task={task} answer={answer} />}
							</div>
							{mayChange && !task.completed ? (
								<Assign task={task} customer={customer.name} people={people} answer={answer} />
							) : (
								task.assignee && <p className="text-sm text-muted">{task.assignee.name}</p>
							)}
						</li>
					))}
				</ul>
			)}
			{mayChange && (
				<DeskForm
					key={sendKey}
					change={{ intent: "add-task", key: sendKey }}
					answer={answer}
					className="grid gap-3 border-t border-line pt-4"
				>
					{({ busy, failure, sent }) => (
						<>
							<Field
								name="name"
								label="New task"
								required
								maxLength={200}
								defaultValue={sent("name")}
								error={failure?.fields?.name}
							/>
							<SelectField
								name="assignee"
								label="Who does it"
								defaultValue={sent("assignee") ?? "customer"}
								error={failure?.fields?.assignee}
							>
								<People customer={customer.name} people={people} assignee={null} />
							</SelectField>
							<div>
								<SubmitButton busy={busy} busyText="Adding..." variant="secondary">
									Add task
								</SubmitButton>
							</div>
						</>
					)}
				</DeskForm>
			)}
		</TitledCard>
	);
}

interface TaskProps {
	task: DeskProjectView["tasks"][number];
	answer: DeskAnswer | undefined;
}

const Tick = ({ task: { id, name, completed }, answer }: TaskProps) => (
	<DeskForm
		change={{ intent: "tick-task", taskId: id, completed: completed ? "off" : "on" }}
		answer={answer}
		className="flex-none"
	>
		{({ busy }) => (
			<SubmitButton busy={busy} variant="quiet">
				<span className="flex items-center gap-2">
					<Icon name={completed ? "rotate-ccw" : "check"} size={20} />
					{completed ? "Reopen" : "Tick off"}
				</span>
				<span className="sr-only"> {name}</span>
			</SubmitButton>
		)}
	</DeskForm>
);

interface PeopleProps {
	customer: string;
	/** Who may work in projects. */
	people: readonly Assignee[];
}

const Assign = ({ task: { id, name, assignee }, customer, people, answer }: TaskProps & PeopleProps) => (
	<DeskForm
		change={{ intent: "assign-task", taskId: id, was: assignee?.id ?? "" }}
		answer={answer}
		className="flex flex-wrap items-end gap-3"
	>
		{({ busy, failure }) => (
			<>
				<SelectField
					name="assignee"
					label={
						<span className="text-sm font-normal text-muted">
							Who does it<span className="sr-only">: {name}</span>
						</span>
					}
					defaultValue={assignee?.id ?? ""}
					error={failure?.fields?.assignee}
					className="min-w-0 flex-1 basis-40"
				>
					<People customer={customer} people={people} assignee={assignee} />
				</SelectField>
				<SubmitButton busy={busy} variant="secondary" className="min-h-12">
					Assign<span className="sr-only"> {name}</span>
				</SubmitButton>
			</>
		)}
	</DeskForm>
);

/** The choice of an assignee. `assignee`: the present one, who may not be at the desk any more. */
const People = ({ customer, people, assignee }: PeopleProps & { assignee: Assignee | null }) => (
	<>
		<option value="">No one yet</option>
		<option value="customer">{customer} (customer)</option>
		{assignee && assignee.id !== "customer" && !people.some(({ id }) => id === assignee.id) && (
			<option value={assignee.id}>{assignee.name}</option>
		)}
		{people.map(({ id, name }) => (
			<option key={id} value={id}>
				{name}
			</option>
		))}
	</>
);

interface FilesProps {
	/** Of the project. */
	id: string;
	files: readonly ListedFile[];
	mayChange: boolean;
	failure?: Failure | undefined;
}

const Files = ({ id: projectId, files, mayChange, failure }: FilesProps) => (
	<>
		<FileList
			files={files}
			addressOf={(fileId) => href("/desk/projects/:projectId/files/:fileId", { projectId, fileId })}
		/>
		{mayChange && (
			<UploadFile
				page={href("/desk/projects/:projectId/files", { projectId })}
				to={href("/desk/projects/:projectId/upload", { projectId })}
				failure={failure}
			/>
		)}
	</>
);

interface DeskFilesProps {
	project: { readonly id: string; readonly name: string; readonly files: readonly ListedFile[] };
	mayChange: boolean;
	failure: Failure | undefined;
}

/** The files of a project, where uploads without script lead. */
export const DeskFiles = ({ project: { id, name, files }, ...props }: DeskFilesProps) => (
	<DeskPage
		title={`Files of ${name}`}
		back={{ to: href("/desk/projects/:projectId", { projectId: id }), label: "Project" }}
	>
		<Card className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
			<Files id={id} files={files} {...props} />
		</Card>
	</DeskPage>
);
