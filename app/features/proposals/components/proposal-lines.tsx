import { Sum } from "~/components/ui/sum";
import type { ProposalView } from "../proposal-view";

/** The lines of a quote and what they add up to. */
export const ProposalLines = ({ proposal }: { proposal: ProposalView }) => (
	<div className="grid gap-3">
		<ul className="divide-y divide-line border-b border-line">
			{proposal.lines.map(({ id, description, quantity, amount }) => (
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
			<Sum label="Subtotal" text={proposal.subtotal} />
			{proposal.tax && <Sum label={proposal.tax.label} text={proposal.tax.amount} />}
			{proposal.shipping && <Sum label="Shipping" text={proposal.shipping} />}
			<Sum label="Total with tax" text={proposal.total} strong ruled />
		</dl>
	</div>
);
