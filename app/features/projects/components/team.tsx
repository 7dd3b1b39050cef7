import { type Member, teamPreview } from "../project";

/** The initials of the first three members, and the number of the others. */
export function Team({ members }: { members: readonly Member[] }) {
	const { shown, more } = teamPreview(members);
	return (
		<span className="flex">
			<span className="sr-only">{members.map(({ name }) => name).join(", ")}</span>
			<span className="flex -space-x-2" aria-hidden="true">
				{shown.map(({ id, name }) => (
					<span
						key={id}
						title={name}
						className="flex size-8 items-center justify-center rounded-full border-2 border-surface bg-indigo-wash text-sm font-semibold text-indigo"
					>
						{name.slice(0, 1)}
					</span>
				))}
				{more > 0 && (
					<span className="flex size-8 items-center justify-center rounded-full border-2 border-surface bg-line text-sm font-semibold">
						+{more}
					</span>
				)}
			</span>
		</span>
	);
}
