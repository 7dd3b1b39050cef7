import { type FormEvent, useState } from "react";
import { Field } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { CartStore } from "../cart-store";
import type { Quote } from "../quote";

interface PromoBoxProps {
	/** The applied code. */
	promo: string | null;
	quote: Quote | null;
	checking: boolean;
	store: CartStore;
}

/** The server checks the code. The result comes with the quote. */
export function PromoBox({ promo, quote, checking, store }: PromoBoxProps) {
	const [typed, setTyped] = useState("");
	const refusal = promo ? quote?.problems.find(({ code }) => code === "promo")?.message : undefined;

	function apply(event: FormEvent) {
		event.preventDefault();
		if (typed.trim()) store.setPromo(typed.trim().toUpperCase());
	}

	if (promo) {
		return (
			<div className="flex items-start justify-between gap-3" role="status">
				<div className="min-w-0 text-sm">
					<p className="flex items-center gap-1.5 font-semibold break-all">
						<Icon name="tag" size={16} className="flex-none text-lake" />
						{promo}
					</p>
					<p className={refusal ? "font-medium text-danger" : "text-muted"}>
						{refusal ??
							(quote?.promo ? `${quote.promo.label}, applied.` : checking ? "Checking..." : "Not checked yet.")}
					</p>
				</div>
				<Button
					variant="quiet"
					size="sm"
					className="-me-3 flex-none"
					onClick={() => {
						setTyped("");
						store.setPromo(null);
					}}
				>
					Remove<span className="sr-only"> the promo code</span>
				</Button>
			</div>
		);
	}
	return (
		<form onSubmit={apply} className="flex items-end gap-2">
			<Field
				label="Promo code"
				name="promo"
				value={typed}
				onChange={(event) => setTyped(event.currentTarget.value)}
				maxLength={40}
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				className="min-w-0 flex-1"
			/>
			<Button type="submit" variant="secondary" className="min-h-12" disabled={typed.trim() === ""}>
				Apply
			</Button>
		</form>
	);
}
