import { href } from "react-router";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button, type ButtonLook } from "~/components/ui/button";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import { toItem } from "../browser-cart";
import { encodeItem } from "../cart-cookie";
import { isUnique, type NewCartItem, toCartItem } from "../cart-item";

interface AddFormProps extends ButtonLook {
	item: NewCartItem;
	/** The button's name for screen readers: "Add to Cart: neema.com". */
	subject: string;
	/** The page that a browser without script returns to. It shows the flash message. Default: the cart. */
	back?: string;
	/** The visible label of the button. */
	label?: string;
	addedLabel?: string;
	className?: string;
}

/**
 * Adds an item to the cart. With script, islands/add-to-cart.ts adds it without leaving the page and shows whether it is
 * in the cart. Works in pages with and without React.
 */
export function AddForm({
	item,
	subject,
	back,
	label = "Add to Cart",
	addedLabel = "Added to Cart",
	className,
	...look
}: AddFormProps) {
	const full = toCartItem(item);
	const { name, price, renewal, tld, image } = full;
	return (
		<add-to-cart
			data-id={full.id}
			data-once={isUnique(full.category) ? "" : undefined}
			data-shown={JSON.stringify({ name, price, renewal, tld, image })}
			className={cx("group/add flex-none", className)}
			suppressHydrationWarning
		>
			<form method="post" action={href("/cart")} className="contents" data-add>
				<HiddenFields values={{ intent: "add", item: encodeItem(toItem(full)), ...(back && { back }) }} />
				<Button
					type="submit"
					// The longer label gets less padding on phones, so that the price stays on its line.
					className={cx(
						"w-full",
						look.size === "sm" ? "max-sm:group-data-added/add:px-2" : "max-sm:group-data-added/add:px-3",
					)}
					aria-label={`Add to Cart: ${subject}`}
					data-subject={subject}
					suppressHydrationWarning
					{...look}
				>
					<span className="group-data-added/add:hidden">{label}</span>
					<span className="hidden items-center gap-2 group-data-added/add:inline-flex">
						<Icon name="check" className="flex-none max-sm:hidden" />
						{addedLabel}
					</span>
				</Button>
			</form>
		</add-to-cart>
	);
}
