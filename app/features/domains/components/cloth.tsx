import { cx } from "~/components/ui/cx";
import { type ClothSize, type ClothState, clothSwatch } from "../cloth";

interface ClothProps {
	/** ASCII form. */
	name: string;
	size?: ClothSize;
	state?: ClothState;
	className?: string;
}

/** A swatch of the name's cloth. Decoration: a text beside it says the same. */
export function Cloth({ name, size = "row", state, className }: ClothProps) {
	const frame = cx("inline-block shrink-0 overflow-hidden rounded-sm leading-0", className);
	const html = { __html: clothSwatch(name, size, state) };
	// biome-ignore lint/security/noDangerouslySetInnerHtml: it contains only numbers and colours.
	return <span className={frame} dangerouslySetInnerHTML={html} />;
}
