import { lazy, Suspense, useState } from "react";
import { DialogLink } from "~/components/ui/dialog-link";

const page = "/dashboard/projects/new";

// Most visits to the list make no project.
const NewProject = lazy(() => import("./new-project"));

/** The page of the same name as a dialog. It forgets everything when it closes, and closes once the project stands open. */
export function CreateProject({ open }: { open: string | undefined }) {
	const [visit, setVisit] = useState(0);
	const [opened, setOpened] = useState(false);
	const close = () => {
		setOpened(false);
		setVisit(visit + 1);
	};
	return (
		<DialogLink href={page} label="Create New Project" place={open} onOpen={() => setOpened(true)} onClose={close}>
			{opened && (
				<Suspense fallback={<div className="min-h-[70dvh]" />}>
					<NewProject visit={visit} page={page} />
				</Suspense>
			)}
		</DialogLink>
	);
}
