import { Sum } from "~/components/ui/sum";

interface PriceLinesProps {
	price: {
		readonly lines: readonly {
			readonly id: string;
			readonly description: string;
			readonly quantity: number;
			readonly amount: string;
		}[];
		readonly subtotal: string;
		readonly discount?: string | null;
		readonly tax: { readonly label: string; readonly amount: string } | null;
		readonly shipping: string | null;
		readonly total: string;
	};
}

/** Lines and what they add up to, as texts. */
export const PriceLines = ({ price }: PriceLinesProps) => (
	<div className="grid gap-3">
		<ul className="divide-y divide-line border-b border-line">
			{price.lines.map(({ id, description, quantity, amount }) => (
				<li key={id} className="flex items-baseline justify-between gap-4 py-3">
					<span className="min-w-0 wrap-anywhere">
						{description}
						{quantity > 1 && <span className="text-muted"> × {quantity}</span>}
					</span>
					<span className="whitespace-nowrap tabular-nums">{amount}</span>
				</li>
			))}
		</ul>
		<dl className="grid gap-2">
			<Sum label="Subtotal" text={price.subtotal} />
			{price.discount && <Sum label="Discount" text={price.discount} />}
			{price.tax && <Sum label={price.tax.label} text={price.tax.amount} />}
			{price.shipping && <Sum label="Shipping" text={price.shipping} />}
			<Sum label="Total with tax" text={price.total} strong ruled />
		</dl>
	</div>
);
