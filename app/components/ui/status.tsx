import type { ReactNode } from "react";
import { cx } from "./cx";
import type { Tone } from "./tone";

const dots: Record<Tone, string> = {
	success: "bg-lake",
	pending: "bg-maize",
	danger: "bg-danger",
	info: "bg-indigo",
	neutral: "bg-muted",
};

/** A coloured dot with a text: "● Active". */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
	return (
		<span className="inline-flex items-center gap-2 whitespace-nowrap">
			<span
				className={cx("size-2.5 flex-none rounded-full forced-colors:bg-[CanvasText]", dots[tone])}
				aria-hidden="true"
			/>
			{children}
		</span>
	);
}
