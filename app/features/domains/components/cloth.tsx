import { cx } from "~/components/ui/cx";
import { type ClothSize, type ClothState, clothBand, clothSwatch } from "../cloth";

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
	return <span data-cloth className={frame} dangerouslySetInnerHTML={html} />;
}

interface ClothBandProps {
	/** ASCII form. */
	name: string;
	state?: ClothState;
	/** Plays the weaving animation once. */
	weaves?: boolean;
	className?: string;
}

/** The name's whole cloth, as wide as its container. Decoration, as `Cloth`. */
export function ClothBand({ name, state, weaves = false, className }: ClothBandProps) {
	const html = { __html: clothBand(name, state) };
	// biome-ignore lint/security/noDangerouslySetInnerHtml: it contains only numbers and colours.
	return <div data-cloth className={cx("leading-0", weaves && "weaves", className)} dangerouslySetInnerHTML={html} />;
}
