import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";
import { cx } from "~/components/ui/cx";
import type { Answer } from "../answer";
import type { DomainName } from "../domain-name";
import { Cloth } from "./cloth";
import { DomainText } from "./domain-text";

interface ResultFrameProps {
	name: DomainName;
	/** Undefined until the registry answers. */
	state?: Answer["state"];
	/** The exact name: larger, and highlighted if it is available. */
	prominent?: boolean;
	badge: ReactNode;
	price: ReactNode;
	/** A line or two below the price. */
	note: ReactNode;
	action: ReactNode;
}

/** Layout of a name's card. Has the same height in every state, so that nothing moves when an answer arrives. */
export function ResultFrame({ name, state, prominent = false, badge, price, note, action }: ResultFrameProps) {
	const isAvailable = state === "available" || state === "premium";
	return (
		<Card
			as="article"
			chosen={prominent && isAvailable}
			className={cx(
				"grid content-start gap-x-3",
				prominent
					? "gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-8 sm:p-8"
					: "h-full grid-cols-[minmax(0,1fr)_auto] gap-y-1 px-4 py-4 sm:min-h-56 sm:grid-cols-1 sm:px-5 sm:py-5 sm:grid-rows-[auto_auto_1fr_auto] sm:gap-y-2",
			)}
			aria-label={name.unicode}
			aria-busy={state === undefined || undefined}
			data-state={state}
		>
			<div
				className={cx(
					"flex flex-wrap items-start justify-between gap-x-3 gap-y-1",
					prominent ? "sm:items-center sm:justify-start" : "col-span-full",
				)}
			>
				<h3
					className={cx(
						"flex min-w-0 grow basis-auto items-center gap-3",
						prominent ? "text-2xl sm:flex-none sm:text-3xl" : "text-lg",
					)}
				>
					<Cloth name={name.ascii} state={state === undefined ? "waiting" : isAvailable ? "woven" : "expired"} />
					<DomainText name={name.unicode} tld={name.tld} muted={!isAvailable && !prominent} />
				</h3>
				{/* Has the same width in every state, so that all badges wrap in the same way. */}
				<div className={prominent ? "min-h-7" : "ms-auto min-w-24 text-end"}>{badge}</div>
			</div>
			<div className={cx("min-w-0", prominent ? "min-h-9.5" : "min-h-7.5 self-center max-sm:min-h-12.5")}>{price}</div>
			<div
				className={cx(
					"text-sm text-muted",
					prominent ? "min-h-11 sm:min-h-5.5" : "min-h-10.5 max-sm:col-span-full max-sm:min-h-5.5",
				)}
			>
				{note}
			</div>
			<div
				className={
					prominent
						? "sm:col-start-2 sm:row-span-3 sm:row-start-1 sm:self-center"
						: "max-sm:col-start-2 max-sm:row-start-2 max-sm:self-center"
				}
			>
				{action}
			</div>
		</Card>
	);
}
