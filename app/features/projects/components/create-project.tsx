import { useState } from "react";
import { href } from "react-router";
import { DialogLink } from "~/components/ui/dialog-link";
import { LazyComponent } from "~/components/ui/lazy-component";

const page = href("/dashboard/projects/new");

// Loaded on demand, because most visits to the list create no project.
const newProject = { load: () => import("./new-project"), page, className: "min-h-[70dvh]" };

/** The new-project page as a dialog. Resets when it closes. Closes when the new project is open in the list. */
export function CreateProject({ open }: { open: string | undefined }) {
	const [visit, setVisit] = useState(0);
	const [opened, setOpened] = useState(false);
	const close = () => {
		setOpened(false);
		setVisit(visit + 1);
	};
	return (
		<DialogLink
			href={page}
			label="Create New Project"
			short="Create"
			closeKey={open}
			onOpen={() => setOpened(true)}
			onClose={close}
		>
			{opened && <LazyComponent source={newProject} props={{ visit, page }} />}
		</DialogLink>
	);
}
