import type { ReactNode } from "react";

/** The name of a row, with a note such as its owner or purpose below. */
export const RowName = ({ name, note }: { name: string; note: ReactNode }) => (
	<span className="block md:min-w-28 xl:min-w-36">
		<span className="block wrap-anywhere font-semibold">{name}</span>
		{note && <span className="block break-words text-sm font-normal text-muted">{note}</span>}
	</span>
);
