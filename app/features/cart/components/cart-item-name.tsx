import type { ShownItem } from "../cart-item";

/** Shows the extension of a domain in the accent colour. */
export function CartItemName({ item }: { item: ShownItem }) {
	const { category, name, tld } = item;
	const extension = category === "domain" && tld && name.endsWith(`.${tld}`) ? `.${tld}` : "";
	return (
		<h3 className="min-w-0 wrap-anywhere text-lg leading-tight font-bold sm:text-xl">
			{category === "extension" ? "A new " : ""}
			{category === "transfer" ? `Transfer of ${item.domain ?? name}` : name.slice(0, name.length - extension.length)}
			{extension && <span className="text-sun">{extension}</span>}
			{category === "extension" ? " domain" : ""}
		</h3>
	);
}
