import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit";
import { Button } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import { Icon } from "~/components/ui/icon";
import type { Quote } from "../quote";
import { CartForm } from "./cart-form";

interface PromoBoxProps {
	/** The address of the cart. */
	page: string;
	/** The page to return to without script. Default: the cart. */
	back?: string;
	/** The applied code. */
	promo: string | null;
	quote: Quote;
}

/** The promo code. Collapsed until a code is applied. */
export function PromoBox({ page, back, promo, quote }: PromoBoxProps) {
	const refusal = promo ? quote.problems.find(({ code }) => code === "promo")?.message : undefined;
	if (promo) {
		return (
			<div className="flex items-start justify-between gap-3">
				<div className="min-w-0 text-sm">
					<p className="flex items-center gap-1.5 font-semibold break-all">
						<Icon name="tag" size={16} className="flex-none text-lake" />
						{promo}
					</p>
					<p className={refusal ? "font-medium text-danger" : "text-muted"}>
						{refusal ?? (quote.promo && `${quote.promo.label}, applied.`)}
					</p>
				</div>
				<CartForm page={page} values={{ intent: "promo", promo: "", back }}>
					<Button type="submit" variant="quiet" size="sm" className="-me-3 flex-none">
						Remove<span className="sr-only"> the promo code</span>
					</Button>
				</CartForm>
			</div>
		);
	}
	return (
		<Disclosure icon="tag" title="Add a promo code">
			<CartForm page={page} values={{ intent: "promo", back }} className="flex items-end gap-2">
				<Field
					id="promo"
					label="Promo code"
					name="promo"
					required
					maxLength={40}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					className="min-w-0 flex-1"
				/>
				<SubmitButton variant="secondary" className="min-h-12" busyText="Checking...">
					Apply
				</SubmitButton>
			</CartForm>
		</Disclosure>
	);
}
