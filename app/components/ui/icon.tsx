import sprite from "virtual:icon-sprite";
import type { IconName } from "./icon-names";

interface IconProps {
	name: IconName;
	/** Pixels, both ways. */
	size?: 16 | 20 | 24 | 32 | 40;
	className?: string;
}

/** One of Lucide's outlines. It only accompanies words, so screen readers skip it. */
export function Icon({ name, size = 20, className }: IconProps) {
	return (
		<svg width={size} height={size} className={className ?? "flex-none"} aria-hidden="true" focusable="false">
			<use href={`${sprite}#${name}`} />
		</svg>
	);
}
