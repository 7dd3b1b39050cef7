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
	/** Id of the page's form with other fields. Without script it also sends the code, because the answer would empty them. */
	within?: string;
	/** The applied code. */
	promo: string | null;
	quote: Quote;
}

/** The promo code. Collapsed until a code is typed. A refused code stays in its field, so that its spelling can be corrected. */
export function PromoBox({ page, within, promo, quote }: PromoBoxProps) {
	const refusal = promo ? quote.problems.find(({ code }) => code === "promo")?.message : undefined;
	const needsScript = within ? "noscript:hidden" : undefined;
	const withoutScript = within && (
		<noscript>
			<PromoField form={within} promo={promo} refusal={refusal} />
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
				{withoutScript}
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
			{withoutScript}
		</div>
	);
}

interface PromoFieldProps {
	form: string;
	promo: string | null;
	refusal: string | undefined;
}

/** The code as a part of another form. */
const PromoField = ({ form, promo, refusal }: PromoFieldProps) => (
	<div className="flex items-end gap-2">
		{promo && !refusal ? (
			<input type="hidden" form={form} name="promoCode" value="" />
		) : (
			<Field
				id="promo-code"
				form={form}
				label="Promo code"
				name="promoCode"
				defaultValue={promo ?? undefined}
				error={refusal}
				maxLength={40}
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				className="min-w-0 flex-1"
			/>
		)}
		<Button type="submit" form={form} name="intent" value="promo" variant="secondary" className="min-h-12">
			{promo && !refusal ? "Remove the promo code" : "Apply"}
		</Button>
	</div>
);
