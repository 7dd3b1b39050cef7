import type { CartItem } from "../cart-item";

/** The name of an item. Shows the extension of a domain in the accent colour. */
export function ItemHeading({ item: { category }, name }: { item: CartItem; name: string }) {
	const dot = category === "domain" ? name.indexOf(".") : -1;
	return (
		<h3 className="min-w-0 flex-[1_1_6rem] text-lg leading-tight font-bold sm:text-xl">
			{category === "extension" ? "A new " : ""}
			{category === "transfer" ? `Transfer of ${name}` : dot < 0 ? name : name.slice(0, dot)}
			{dot >= 0 && <wbr />}
			{dot >= 0 && <span className="text-sun">{name.slice(dot)}</span>}
			{category === "extension" ? " domain" : ""}
		</h3>
	);
}
