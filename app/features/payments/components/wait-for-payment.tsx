import { href, Link } from "react-router";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import type { Failure } from "~/lib/result";
import { usePolling } from "~/lib/use-polling";
import type { PayView } from "../pay-view";
import { SignalDots } from "./signal-dots";

/** Waits for the answer to the open request. Polls, or reloads without script. */
export function WaitForPayment({ view, failure }: { view: PayView; failure?: Failure }) {
	usePolling(3_000);
	const { waiting, invoice } = view;
	if (!waiting) return null;
	return (
		<div className="grid gap-6">
			<noscript>
				<meta httpEquiv="refresh" content="5" />
			</noscript>
			{failure && <Alert tone="danger" role="alert" title={failure.message} />}
			{waiting.method === "mpesa" ? (
				<div className="grid justify-items-center gap-4 text-center" role="status">
					<SignalDots />
					<p className="text-lg font-semibold">Look at your phone</p>
					<p className="text-muted">
						We sent a request to <span className="whitespace-nowrap font-semibold text-ink">{waiting.phone}</span>.
						Enter your M‑Pesa PIN there to approve it. This page updates automatically.
					</p>
				</div>
			) : waiting.card && !waiting.href ? (
				<div className="grid justify-items-center gap-4 text-center" role="status">
					<SignalDots />
					<p className="text-lg font-semibold">Your bank is deciding</p>
					<p className="text-muted">
						We asked it to approve a payment with{" "}
						<span className="whitespace-nowrap font-semibold text-ink">{waiting.card}</span>. This page updates
						automatically.
					</p>
				</div>
			) : waiting.card ? (
				<div className="grid gap-4">
					<p>
						Your bank wants you to confirm this payment with <span className="whitespace-nowrap">{waiting.card}</span>.
					</p>
					<ButtonLink href={waiting.href ?? ""}>Continue to your bank</ButtonLink>
				</div>
			) : (
				<div className="grid gap-4">
					<p>Your card payment is open on our payment partner's page. If you closed the page, you can open it again.</p>
					{waiting.href && <ButtonLink href={waiting.href}>Continue to the card page</ButtonLink>}
				</div>
			)}
			<div className="flex flex-wrap justify-center gap-3">
				<Link
					to={href("/pay/:invoiceId", { invoiceId: invoice.id })}
					reloadDocument
					className="inline-flex min-h-11 items-center px-2 text-indigo underline underline-offset-4"
				>
					Check again
				</Link>
				<Link
					to={`${href("/pay/:invoiceId", { invoiceId: invoice.id })}?choose`}
					className="inline-flex min-h-11 items-center px-2 text-indigo underline underline-offset-4"
				>
					Pay another way
				</Link>
			</div>
		</div>
	);
}
