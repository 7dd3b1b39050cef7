import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm } from "~/components/forms/change-form";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { ListedFile } from "../project-contents";

interface FileListProps {
	files: readonly ListedFile[];
	addressOf: (fileId: string) => string;
	/** Whether the files can be deleted. */
	deletable?: boolean;
	/** Where a deletion is sent, if not to the page itself. */
	action?: string;
}

export function FileList({ files, addressOf, deletable = false, action }: FileListProps) {
	if (files.length === 0) return <p className="text-muted">No files yet. Upload briefs, logos and texts here.</p>;
	return (
		<ul className="grid">
			{files.map(({ id, name, size, day }) => (
				<li key={id} className="flex items-center gap-3 border-t border-line py-1 first:border-t-0">
					<Icon name="file-text" className="flex-none text-muted" />
					<span className="min-w-0 flex-1">
						<a href={addressOf(id)} download={name} className="link inline-block py-1.5 break-all">
							{name}
						</a>
						<span className="block text-sm text-muted">
							{size}, {day}
						</span>
					</span>
					{deletable && (
						<ChangeForm change={{ intent: "remove", id }} action={action} className="flex-none">
							{({ busy, failure }) => (
								<>
									<Button type="submit" variant="quiet" size="sm" disabled={busy}>
										<Icon name="trash-2" size={20} />
										<span className="sr-only">Delete {name}</span>
									</Button>
									<ChangeError failure={failure} />
								</>
							)}
						</ChangeForm>
					)}
				</li>
			))}
		</ul>
	);
}
