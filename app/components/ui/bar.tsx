import type { Tone } from "./tone";

const fills: Record<Tone, string> = {
	success: "fill-lake",
	pending: "fill-maize",
	danger: "fill-danger",
	info: "fill-indigo",
	neutral: "fill-muted",
};

/** A usage or progress bar. Hidden from screen readers, because the text beside it gives the same figure. */
export function Bar({ percent, tone, className = "" }: { percent: number; tone: Tone; className?: string }) {
	return (
		<svg
			viewBox="0 0 100 6"
			preserveAspectRatio="none"
			className={`block h-1.5 w-full overflow-hidden rounded-full bg-line ${className}`}
			aria-hidden="true"
			focusable="false"
		>
			<rect width={Math.min(100, Math.max(0, percent))} height="6" className={fills[tone]} />
		</svg>
	);
}
