import { Button } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { Cloth } from "~/features/domains/components/cloth";
import type { CartItem } from "../cart-item";
import { CartForm } from "./cart-form";
import { ItemHeading } from "./item-heading";

interface SavedListProps {
	page: string;
	items: readonly CartItem[];
	/** By id. */
	names: Readonly<Record<string, string>>;
}

/** The items that were saved for later. */
export function SavedList({ page, items, names }: SavedListProps) {
	return (
		<section aria-labelledby="saved-items">
			<Heading level={2} size="sm" id="saved-items" className="mb-4">
				Saved for later
			</Heading>
			<ul className="divide-y divide-line rounded-card border border-line">
				{items.map((item) => (
					<SavedRow key={item.id} page={page} item={item} name={names[item.id] ?? item.id} />
				))}
			</ul>
		</section>
	);
}

function SavedRow({ page, item, name }: { page: string; item: CartItem; name: string }) {
	const { id, domain } = item;
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4 sm:px-6">
			<div className="flex min-w-0 flex-1 basis-48 items-start gap-3">
				{domain && <Cloth name={domain} className="mt-1" />}
				<ItemHeading item={item} name={name} />
			</div>
			<div className="flex flex-wrap gap-2">
				<CartForm page={page} values={{ intent: "move", id }}>
					<Button type="submit" variant="secondary" size="sm">
						Move to cart<span className="sr-only"> {name}</span>
					</Button>
				</CartForm>
				<CartForm page={page} values={{ intent: "unsave", id }}>
					<Button type="submit" variant="quiet" size="sm">
						Remove<span className="sr-only"> {name} from the saved items</span>
					</Button>
				</CartForm>
			</div>
		</li>
	);
}
