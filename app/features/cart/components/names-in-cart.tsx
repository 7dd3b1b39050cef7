import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { Heading } from "~/components/ui/heading";
import { Cloth } from "~/features/domains/components/cloth";
import { WrappingName } from "~/features/domains/components/wrapping-name";

interface NameInCart {
	/** ASCII form. */
	readonly name: string;
	/** As people write it. */
	readonly shown: string;
}

/** Offers the names of the cart for a plan, so that no one has to type them again. */
export const NamesInCart = ({ names }: { names: readonly NameInCart[] }) => (
	<section aria-labelledby="in-cart">
		<Heading level={2} size="sm" id="in-cart">
			In your cart
		</Heading>
		<ul className="mt-3 divide-y divide-line border-y border-line">
			{names.map(({ name, shown }) => (
				<li key={name} className="flex min-h-16 items-center gap-3 py-2">
					<Cloth name={name} />
					<span className="min-w-0 flex-1 leading-tight font-semibold wrap-anywhere">
						<WrappingName name={shown} />
					</span>
					<form method="post" noValidate data-cart-form className="flex-none">
						<HiddenFields values={{ intent: "in-cart", domain: name }} />
						<SubmitButton size="sm" variant={names.length === 1 ? "primary" : "outline"} busyText="One moment...">
							Use this<span className="max-sm:sr-only"> name</span>
							<span className="sr-only">, {shown}</span>
						</SubmitButton>
					</form>
				</li>
			))}
		</ul>
		<p className="mt-6 text-muted">Or another domain:</p>
	</section>
);
