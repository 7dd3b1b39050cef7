import type { ReactNode } from "react";
import type { Answer } from "../answer";
import { Cloth } from "./cloth";
import { WrappingName } from "./wrapping-name";

interface ResultRowProps {
	/** Unicode form. */
	name: string;
	ascii: string;
	/** Undefined until the answer is known. */
	state?: Answer["state"];
	/** A line below the name. */
	note: ReactNode;
	action: ReactNode;
}

/** A name in a list of search results, 64 px high unless the name is very long. */
export function ResultRow({ name, ascii, state, note, action }: ResultRowProps) {
	const isAvailable = state === "available" || state === "premium";
	return (
		<li className="flex min-h-16 items-center gap-3 border-t border-line py-1.5" data-state={state}>
			<Cloth name={ascii} state={state === undefined ? "waiting" : isAvailable ? "woven" : "expired"} />
			<span className="grid min-w-0 flex-1">
				<span className="leading-tight font-semibold wrap-anywhere">
					<WrappingName name={name} />
				</span>
				<span className="text-sm text-muted">{note}</span>
			</span>
			{action}
		</li>
	);
}

/** The row of a name whose answer has not arrived. */
export const PendingRow = () => (
	<li className="flex min-h-16 items-center gap-3 border-t border-line py-1.5" aria-hidden>
		<span className="h-7 w-11 flex-none rounded-sm bg-line" />
		<span className="h-4 w-1/2 rounded-sm bg-line" />
	</li>
);
