import { type ReactNode, Suspense } from "react";
import { Await } from "react-router";
import type { CartPreview } from "../cart-preview";
import type { Quote } from "../quote";

interface CheckedProps {
	preview: CartPreview;
	/** @param checking whether the registries have not answered yet */
	children: (quote: Quote, checking: boolean) => ReactNode;
}

/** Shows the prices at once and again with the registries' answers, which the server streams. */
export function Checked({ preview: { quote, checked }, children }: CheckedProps) {
	if (!checked) return children(quote, false);
	return (
		<Suspense fallback={children(quote, true)}>
			<Await resolve={checked}>{(answer) => children(answer, false)}</Await>
		</Suspense>
	);
}
