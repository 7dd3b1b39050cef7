import type { ReactNode } from "react";
import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm, usePageAnswer } from "~/components/forms/change-form";
import { controlClasses } from "~/components/forms/field-frame";
import { useOptimistic } from "~/components/forms/use-optimistic";
import { Button } from "~/components/ui/button";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import type { IconName } from "~/components/ui/icon-names";
import type { Task } from "../project-contents";

interface TaskItemProps {
	task: Task;
	/** From 0. */
	index: number;
	count: number;
	/** The drag handle. Null without script. */
	handle: ReactNode;
}

export function TaskItem({ task, index, count, handle }: TaskItemProps) {
	const refused = usePageAnswer({ intent: "rename-task", taskId: task.id }) !== undefined;
	return (
		<li className="border-t border-line first:border-t-0">
			<div className="flex items-start gap-1">
				{handle}
				<Tick task={task} />
				<details open={refused} className="group ms-auto open:basis-full open:pb-3">
					<summary className="ms-auto flex size-11 cursor-pointer list-none items-center justify-center rounded-field text-muted hover:text-ink">
						<Icon name="pencil" size={20} />
						<span className="sr-only">Change {task.name}</span>
					</summary>
					<TaskChanges task={task} index={index} count={count} />
				</details>
			</div>
		</li>
	);
}

function Tick({ task: { id, name, completed, assignee, yours } }: { task: Task }) {
	const { Form, shown: on } = useOptimistic(completed, (form) => form.get("completed") === "on");
	return (
		<Form method="post" preventScrollReset className="min-w-0">
			<input type="hidden" name="intent" value="tick-task" />
			<input type="hidden" name="taskId" value={id} />
			{/* biome-ignore lint/a11y/useSemanticElements: an input would need script to send its form */}
			<button
				type="submit"
				role="checkbox"
				aria-checked={on}
				name="completed"
				value={on ? "off" : "on"}
				className="flex min-h-11 items-start gap-3 py-2 text-start"
			>
				<span
					aria-hidden="true"
					className={cx(
						"mt-0.5 flex size-6 flex-none items-center justify-center rounded-sm border transition-colors",
						on ? "border-lake bg-lake text-on-solid" : "border-edge bg-surface",
					)}
				>
					{on && <Icon name="check" size={16} />}
				</span>
				<span className="grid min-w-0 justify-items-start gap-0.5">
					<span className={cx("max-w-full wrap-anywhere", on && "text-muted line-through")}>{name}</span>
					{assignee && (
						<span className={cx("text-sm", yours && !on ? "font-semibold text-lake" : "text-muted")}>
							<span className="sr-only">, </span>for {assignee}
						</span>
					)}
				</span>
			</button>
		</Form>
	);
}

function TaskChanges({ task: { id, name }, index, count }: Omit<TaskItemProps, "handle">) {
	return (
		<div className="grid gap-2">
			<ChangeForm change={{ intent: "rename-task", taskId: id }} className="grid gap-1.5">
				{({ busy, failure, values }) => (
					<>
						<div className="flex gap-2">
							<input
								name="name"
								aria-label={`Name of ${name}`}
								defaultValue={values?.name ?? name}
								required
								maxLength={200}
								aria-invalid={failure ? true : undefined}
								className={controlClasses}
							/>
							<Button type="submit" variant="secondary" disabled={busy} className="flex-none">
								Rename
							</Button>
						</div>
						<ChangeError failure={failure} />
					</>
				)}
			</ChangeForm>
			<div className="flex flex-wrap gap-2">
				{index > 0 && <Move id={id} name={name} to={index - 1} icon="arrow-up" text="Move up" />}
				{index < count - 1 && <Move id={id} name={name} to={index + 1} icon="arrow-down" text="Move down" />}
				<ChangeForm change={{ intent: "remove", id }}>
					{({ busy, failure }) => (
						<>
							<Button type="submit" variant="quiet" size="sm" disabled={busy}>
								<Icon name="trash-2" size={16} className="text-danger" />
								<span className="text-danger">
									Delete<span className="sr-only"> {name}</span>
								</span>
							</Button>
							<ChangeError failure={failure} />
						</>
					)}
				</ChangeForm>
			</div>
		</div>
	);
}

function Move({ id, name, to, icon, text }: { id: string; name: string; to: number; icon: IconName; text: string }) {
	return (
		<ChangeForm change={{ intent: "move-task", taskId: id, to: String(to) }}>
			{({ busy, failure }) => (
				<>
					<Button type="submit" variant="quiet" size="sm" disabled={busy}>
						<Icon name={icon} size={16} /> {text}
						<span className="sr-only"> {name}</span>
					</Button>
					<ChangeError failure={failure} />
				</>
			)}
		</ChangeForm>
	);
}
