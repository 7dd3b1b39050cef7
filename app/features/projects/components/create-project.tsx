import { useState } from "react";
import { href } from "react-router";
import { DialogLink } from "~/components/ui/dialog-link";
import { LazyComponent } from "~/components/ui/lazy-component";

const page = href("/dashboard/projects/new");

// Most visits to the list make no project.
const newProject = { load: () => import("./new-project"), page, className: "min-h-[70dvh]" };

/** The page of the same name as a dialog. It resets when it closes, and closes when the project is open in the list. */
export function CreateProject({ open }: { open: string | undefined }) {
	const [visit, setVisit] = useState(0);
	const [opened, setOpened] = useState(false);
	const close = () => {
		setOpened(false);
		setVisit(visit + 1);
	};
	return (
		<DialogLink href={page} label="Create New Project" closeKey={open} onOpen={() => setOpened(true)} onClose={close}>
			{opened && <LazyComponent source={newProject} props={{ visit, page }} />}
		</DialogLink>
	);
}
