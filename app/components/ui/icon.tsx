import sprite from "virtual:icon-sprite";
import type { IconName } from "./icon-names";

interface IconProps {
	name: IconName;
	/** Width and height in pixels. */
	size?: 16 | 20 | 24 | 32 | 40;
	className?: string;
}

/** A Lucide icon. Hidden from screen readers, because it always has text beside it. */
export function Icon({ name, size = 20, className }: IconProps) {
	return (
		<svg width={size} height={size} className={className ?? "flex-none"} aria-hidden="true" focusable="false">
			<use href={`${sprite}#${name}`} />
		</svg>
	);
}
