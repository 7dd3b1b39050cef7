import type { CartItem } from "../cart-item";

/** A domain with its ending in the colour of the dot; anything else by its name. */
export function CartItemName({ item }: { item: CartItem }) {
	const { category, name, tld } = item;
	const ending = category === "domain" && tld && name.endsWith(`.${tld}`) ? `.${tld}` : "";
	return (
		<h3 className="min-w-0 wrap-anywhere text-lg leading-tight font-bold sm:text-xl">
			{category === "extension" ? "A new " : ""}
			{category === "transfer" ? `Transfer of ${item.domain ?? name}` : name.slice(0, name.length - ending.length)}
			{ending && <span className="text-sun">{ending}</span>}
			{category === "extension" ? " domain" : ""}
		</h3>
	);
}
