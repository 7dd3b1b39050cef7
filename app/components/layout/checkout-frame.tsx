import type { ReactNode } from "react";
import { href } from "react-router";
import { brand } from "~/brand";
import { cx } from "../ui/cx";
import { Icon } from "../ui/icon";
import { KikoiBand } from "../ui/kikoi";
import { Wordmark } from "./wordmark";

const steps = [
	{ id: "cart", label: "Cart" },
	{ id: "details", label: "Details" },
	{ id: "pay", label: "Pay" },
] as const;

/** `done`: all steps are finished. */
export type CheckoutStep = (typeof steps)[number]["id"] | "done";

interface CheckoutFrameProps {
	/** Null hides the progress. */
	step: CheckoutStep | null;
	/** Seconds until browsers without script reload the page. With script, islands/polled-part.ts updates it. */
	refreshSeconds?: number | undefined;
	children: ReactNode;
}

/** The layout from the cart to the order. Without navigation and chat, so that nothing leads away from the purchase. */
export function CheckoutFrame({ step, refreshSeconds, children }: CheckoutFrameProps) {
	return (
		<div className="checkout-frame flex min-h-dvh flex-col">
			{refreshSeconds !== undefined && (
				<noscript>
					<meta httpEquiv="refresh" content={String(refreshSeconds)} />
				</noscript>
			)}
			<KikoiBand />
			<header className="page-column flex min-h-16 flex-wrap items-center gap-x-2 print:hidden">
				<a href={href("/")} className="me-auto inline-flex min-h-11 min-w-11 items-center pb-1">
					<Wordmark className="text-2xl" />
					<span className="sr-only">, home</span>
				</a>
				{step !== null && <Progress step={step} />}
				<a
					href={href("/contact")}
					className="-me-2 inline-flex min-h-11 min-w-11 items-center justify-center gap-2 px-2 text-muted hover:text-ink sm:ms-4"
				>
					<Icon name="life-buoy" />
					<span className="max-sm:sr-only">Help</span>
				</a>
			</header>
			{/* Print hides the header, so show the name here. */}
			<p className="page-column hidden pt-4 print:block">
				<Wordmark className="text-2xl" />
			</p>
			<main id="main" tabIndex={-1} className="flex-1">
				{children}
			</main>
			<footer className="border-t border-line print:hidden">
				<p className="page-column flex min-h-14 flex-wrap items-center gap-x-4 text-sm text-muted">
					<span className="me-auto">© {brand.legalName}</span>
					<a href={href("/terms")} className={footerLink}>
						Terms
					</a>
					<a href={href("/privacy")} className={footerLink}>
						Privacy
					</a>
				</p>
			</footer>
		</div>
	);
}

const footerLink = "inline-flex min-h-11 min-w-11 items-center hover:text-ink hover:underline";

/** The cart stays a link until the order is placed, which empties it. */
function Progress({ step }: { step: CheckoutStep }) {
	const current = steps.findIndex(({ id }) => id === step);
	return (
		<ol aria-label="Checkout" className="flex flex-wrap text-sm sm:text-base">
			{steps.map(({ id, label }, index) => {
				const isDone = current === -1 || index < current;
				const dot = cx(
					"size-2 flex-none rounded-full border-2 border-sun",
					index === current && "bg-sun",
					isDone && "bg-sun opacity-60",
				);
				const look = cx(
					"inline-flex min-h-11 items-center gap-1.5 px-1.5 sm:px-3",
					index === current ? "font-semibold" : "text-muted",
				);
				return (
					<li key={id}>
						{id === "cart" && step === "details" ? (
							<a href={href("/cart")} className={cx(look, "hover:text-ink hover:underline")}>
								<span className={dot} />
								{label}
								<span className="sr-only">, done</span>
							</a>
						) : (
							<span className={look} aria-current={index === current ? "step" : undefined}>
								<span className={dot} />
								{label}
								{isDone && <span className="sr-only">, done</span>}
							</span>
						)}
					</li>
				);
			})}
		</ol>
	);
}
