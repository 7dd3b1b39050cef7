import { ErrorText } from "~/components/forms/error-text";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit";
import { Button } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import { Icon } from "~/components/ui/icon";
import type { Quote } from "../quote";
import { CartForm } from "./cart-form";

const promoId = "promo";
const refusalId = "promo-error";
/** Of the title that opens the field. */
const titleId = "promo-title";

interface PromoBoxProps {
	/** The address of the cart. */
	page: string;
	/** Whether other forms of the page have fields. Without script, the answer to this form would empty them. */
	besideFields?: boolean;
	/** The applied code. */
	promo: string | null;
	quote: Quote;
}

/** The promo code. Collapsed until a code is typed. A refused code stays in its field, so that its spelling can be corrected. */
export function PromoBox({ page, besideFields = false, promo, quote }: PromoBoxProps) {
	const refusal = promo ? quote.problems.find(({ code }) => code === "promo")?.message : undefined;
	const needsScript = besideFields ? "noscript:hidden" : undefined;
	const inCart = besideFields && (
		<noscript>
			<a href={page} className="link-alone">
				{promo ? "Change the promo code in the cart" : "Enter a promo code in the cart"}
			</a>
		</noscript>
	);
	const remove = (
		<CartForm page={page} values={{ intent: "promo", promo: "" }} data-next-focus={titleId} className={needsScript}>
			<Button type="submit" variant="quiet" size="sm" className="-me-3 flex-none">
				Remove<span className="sr-only"> the promo code</span>
			</Button>
		</CartForm>
	);
	if (promo && !refusal) {
		return (
			<div className="flex flex-wrap items-start justify-between gap-x-3">
				{/* islands/cart-page.ts moves the focus here from the field. */}
				<div id={promoId} tabIndex={-1} className="min-w-0 text-sm outline-none">
					<p className="flex items-center gap-1.5 font-semibold break-all">
						<Icon name="tag" size={16} className="flex-none text-lake" />
						{promo}
					</p>
					<p className="text-muted">{quote.promo && `${quote.promo.label}, applied.`}</p>
				</div>
				{remove}
				{inCart}
			</div>
		);
	}
	const box = (
		<Disclosure icon="tag" title="Add a promo code" open={Boolean(refusal)} id={titleId} className={needsScript}>
			<CartForm page={page} values={{ intent: "promo" }} className="flex items-end gap-2">
				<Field
					id={promoId}
					label="Promo code"
					name="promo"
					required
					defaultValue={promo ?? undefined}
					aria-invalid={refusal ? true : undefined}
					aria-describedby={refusal && refusalId}
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
			{refusal && (
				<div className="mt-1.5 flex items-start justify-between gap-3">
					<ErrorText id={refusalId}>{refusal}</ErrorText>
					{remove}
				</div>
			)}
		</Disclosure>
	);
	return (
		<div>
			{box}
			{inCart}
		</div>
	);
}
