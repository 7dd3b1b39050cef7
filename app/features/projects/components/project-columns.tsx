import { Bar } from "~/components/ui/bar";
import type { Column } from "~/components/ui/record-table";
import { RowName } from "~/components/ui/row-name";
import type { ProjectStatus } from "../project";
import { type Member, progressTone } from "../project";
import { ProjectState } from "./project-state";

export interface ListedProject {
	readonly id: string;
	readonly name: string;
	readonly client: string;
	readonly status: ProjectStatus;
	readonly progress: number;
	readonly due: string;
	readonly team: readonly Member[];
	/** Number of unread posts of our team. */
	readonly unread?: number;
}

/** The columns of every list of projects. */
export const projectColumns: readonly Column<ListedProject>[] = [
	{
		name: "Project",
		sort: "name",
		cell: ({ name, client, unread = 0 }) => <RowName name={name} note={noteOf(client, unread)} />,
	},
	{ name: "Status", place: "row-state", cell: ({ status }) => <ProjectState status={status} /> },
	{ name: "Progress", cell: ({ progress }) => <Progress percent={progress} /> },
	{ name: "Due", sort: "due", place: "row-meta", cell: ({ due }) => <span className="whitespace-nowrap">{due}</span> },
];

const noteOf = (client: string, unread: number) =>
	unread === 0 ? (
		client
	) : (
		<span className="flex flex-wrap gap-x-3">
			{client}
			<span className="flex items-center gap-2 font-medium text-ink">
				<span className="size-2 flex-none rounded-full bg-sun" aria-hidden="true" />
				{unread === 1 ? "1 new message" : `${unread} new messages`}
			</span>
		</span>
	);

function Progress({ percent }: { percent: number }) {
	return (
		<span className="flex min-w-28 items-center gap-3">
			<Bar percent={percent} tone={progressTone(percent)} />
			<span className="text-sm tabular-nums">{percent}%</span>
		</span>
	);
}
