import { Link } from "react-router";
import { DeskList, unbroken } from "~/features/desk/components/desk-list";
import type { FileRow } from "../customer-view";

interface CustomerFilesProps {
	rows: readonly FileRow[];
	next: string | null;
}

/** Files of a customer's tickets, projects and jobs. */
export const CustomerFiles = ({ rows, next }: CustomerFilesProps) => (
	<DeskList
		label="Files"
		rows={rows}
		next={next}
		columns={[
			{
				name: "File",
				cell: ({ name, file }) => (
					<span className="row-name">
						<a href={file} className="row-text link font-semibold wrap-anywhere" download>
							{name}
						</a>
					</span>
				),
			},
			{
				name: "Of",
				place: "row-note",
				cell: ({ label, page, at }) => (
					<>
						<Link to={page} className="relative z-1 link">
							{label}
						</Link>
						{/* A phone has no room for the column. */}
						<span className="md:hidden">, {at}</span>
					</>
				),
			},
			{ name: "Size", place: "row-meta", className: "text-end", cell: ({ size }) => unbroken(size) },
			{
				name: "Time",
				cell: ({ at }) => unbroken(at),
			},
		]}
		empty={{ icon: "paperclip", title: "No files", text: "Files of tickets, projects and orders appear here." }}
	/>
);
