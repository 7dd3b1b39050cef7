import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ChangeAnswer } from "~/components/forms/change-form";
import { Icon } from "~/components/ui/icon";
import { moveItem } from "../project";
import type { Task } from "../project-contents";

interface Drag {
	readonly task: Task;
	readonly to: number;
}

/** Reorders tasks by dragging or arrow keys. Shows the new order before it is saved and restores the old one if saving fails. */
export function useReorder(projectId: string, tasks: readonly Task[]) {
	const fetcher = useFetcher<ChangeAnswer | null>({ key: `reorder-${projectId}` });
	const list = useRef<HTMLUListElement>(null);
	const [drag, setDrag] = useState<Drag | null>(null);
	const [message, setMessage] = useState("");
	const [scripted, setScripted] = useState(false);
	const refocus = useRef<string | null>(null);
	useEffect(() => setScripted(true), []);

	const { formData } = fetcher;
	const asked = formData ? moveItem(tasks, String(formData.get("taskId")), Number(formData.get("to"))) : tasks;
	const ordered = drag ? moveItem(asked, drag.task.id, drag.to) : asked;
	const order = ordered.map(({ id }) => id).join(" ");

	// Moving an element in the document removes the focus from its contents.
	useEffect(() => {
		const handle = order && refocus.current && list.current?.querySelector(`[data-handle="${refocus.current}"]`);
		if (handle instanceof HTMLElement) handle.focus();
		refocus.current = null;
	}, [order]);

	function move({ id, name }: Task, to: number) {
		if (to < 0 || to >= asked.length || asked[to]?.id === id) return;
		setMessage(`${name} is now number ${to + 1} of ${tasks.length}.`);
		const fields = { intent: "move-task", taskId: id, to: String(to) };
		void fetcher.submit(fields, { method: "post", preventScrollReset: true });
	}

	// Listens on the window, because an element that moves in the document loses its pointer capture.
	useEffect(() => {
		if (!drag) return;
		const follow = (event: PointerEvent) => setDrag({ ...drag, to: placeAt(list.current, event.clientY) });
		const drop = () => {
			setDrag(null);
			move(drag.task, drag.to);
		};
		const cancel = () => setDrag(null);
		window.addEventListener("pointermove", follow);
		window.addEventListener("pointerup", drop);
		window.addEventListener("pointercancel", cancel);
		return () => {
			window.removeEventListener("pointermove", follow);
			window.removeEventListener("pointerup", drop);
			window.removeEventListener("pointercancel", cancel);
		};
	});

	const handle = (task: Task, index: number) =>
		scripted && tasks.length > 1 ? (
			<button
				type="button"
				data-handle={task.id}
				aria-label={`Move ${task.name}: drag, or press the up and down arrow keys`}
				className="flex h-11 w-7 flex-none cursor-grab touch-none items-center justify-center text-muted hover:text-ink active:cursor-grabbing"
				onPointerDown={({ button }) => button === 0 && setDrag({ task, to: index })}
				onKeyDown={(event: KeyboardEvent) => {
					const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
					if (!step) return;
					event.preventDefault();
					refocus.current = task.id;
					move(task, index + step);
				}}
			>
				<Icon name="grip-vertical" size={20} />
			</button>
		) : null;

	return { ordered, list, handle, message, failure: fetcher.state === "idle" ? fetcher.data?.failure : undefined };
}

/** The index in the list for a pointer at this height. */
function placeAt(list: HTMLUListElement | null, y: number): number {
	const items = [...(list?.children ?? [])].map((item) => item.getBoundingClientRect());
	const below = items.findIndex(({ top, height }) => y < top + height / 2);
	return Math.max(0, below === -1 ? items.length - 1 : below);
}
