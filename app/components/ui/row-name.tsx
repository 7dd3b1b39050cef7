import type { ReactNode } from "react";

interface RowNameProps {
	name: string;
	note: ReactNode;
	/** A picture before both. */
	picture?: ReactNode;
}

/** The name of a row, with a note such as its owner or purpose below. */
export const RowName = ({ name, note, picture }: RowNameProps) => (
	<span className="flex gap-3">
		{picture}
		{/* The other cells of the row align with this text. */}
		<span className="min-w-0 self-baseline md:min-w-28 xl:min-w-36">
			<span className="block wrap-anywhere font-semibold">{name}</span>
			{note && <span className="block break-words text-sm font-normal text-muted">{note}</span>}
		</span>
	</span>
);
