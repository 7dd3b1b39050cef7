import type { ReactNode } from "react";
import { cx } from "../ui/cx";

/** The SVG frame of all illustrations: outlines two units wide in the ink colour, with accents in the sun colour. */
export function Drawing({ className, children }: { className?: string | undefined; children: ReactNode }) {
	return (
		<svg
			viewBox="0 0 360 280"
			fill="none"
			strokeWidth="2"
			strokeLinecap="round"
			strokeLinejoin="round"
			className={cx("mx-auto w-full text-ink", className ?? "max-w-100")}
			aria-hidden="true"
		>
			{children}
		</svg>
	);
}

/** Concentric rings that fade outwards. */
export function Rings({ x, y, radii }: { x: number; y: number; radii: readonly number[] }) {
	return radii.map((radius, index) => (
		<circle key={radius} cx={x} cy={y} r={radius} className="stroke-sun" strokeWidth="1.5" opacity={1 - index * 0.24} />
	));
}

export const Dot = ({ x, y, radius = 8 }: { x: number; y: number; radius?: number }) => (
	<circle cx={x} cy={y} r={radius} className="fill-sun" />
);
