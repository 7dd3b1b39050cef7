import type { ReactNode } from "react";
import { cx } from "~/components/ui/cx";
import { Skeleton } from "~/components/ui/skeleton";
import { AddForm } from "~/features/cart/components/add-form";
import { type Currency, formatMoney } from "~/lib/money";
import { answerPrices } from "../answer-prices";
import type { DomainName } from "../domain-name";
import { registrationItem } from "../registration-item";
import type { Featured, FoundName } from "../running-search.server";
import { ClothBand } from "./cloth";
import { DomainText } from "./domain-text";
import { FavouriteButton } from "./favourite-button";
import { OtherAction } from "./other-action";
import { TransferLink } from "./transfer-link";

/** The best name of a search, large, or why there is none. Takes the focus when it appears (islands/search-page.ts). */
export function AnswerCard({ featured: { exact, best }, currency }: { featured: Featured; currency: Currency }) {
	if (!best) return exact ? <NothingAvailable exact={exact} /> : null;
	const { name, answer } = best;
	const { first, further } = answerPrices(answer, currency);
	const isOther = exact !== null && exact.name.ascii !== name.ascii;
	return (
		<Frame
			name={name}
			state={answer.state}
			hasLongStatus={isLong(exact?.name ?? name)}
			status={
				<>
					{isOther && (
						<p className="pe-10 font-normal text-muted">
							<strong className="font-semibold text-ink wrap-anywhere">{exact.name.unicode}</strong>{" "}
							{reasons[exact.answer.state]}
							{exact.answer.state === "taken" && (
								<>
									{" "}
									<TransferLink name={exact.name} inSentence />
								</>
							)}
						</p>
					)}
					<p className="flex items-center gap-2 text-lake">
						<span className="size-2 flex-none rounded-full bg-current" aria-hidden /> {titles[answer.state]}
					</p>
				</>
			}
			price={
				<p className="grow basis-32 text-sm text-muted max-sm:min-h-18">
					<span className="font-display text-xl font-semibold tracking-tight whitespace-nowrap text-ink tabular-nums max-sm:block">
						{formatMoney(first)}
					</span>{" "}
					first year, <span className="max-sm:block">then {formatMoney(further).replace("Ksh ", "")} a year</span>
				</p>
			}
			favourite={<FavouriteButton name={name.unicode} ascii={name.ascii} className="absolute end-3 top-9 sm:end-5" />}
			action={<AddForm item={registrationItem(answer, name.unicode)} subject={name.unicode} />}
		/>
	);
}

/** The card until the featured name is known. */
export function PendingAnswer({ name }: { name: DomainName }) {
	return (
		<Frame
			name={name}
			hasLongStatus={isLong(name)}
			status={
				<p className="text-muted" lang="sw">
					Tunaangalia…
				</p>
			}
			price={<Skeleton className="h-11 w-32 max-sm:h-18" />}
			action={<Skeleton className="h-11 w-32 rounded-full" />}
		/>
	);
}

/** Neither the exact name nor a candidate nor a similar name can be bought. */
function NothingAvailable({ exact: { name, answer } }: { exact: FoundName }) {
	return (
		<Frame
			name={name}
			state={answer.state}
			hasLongStatus={isLong(name)}
			status={<p className="text-muted">{titles[answer.state]}</p>}
			price={<p className="grow basis-32 text-sm text-muted max-sm:min-h-18">{explanations[answer.state]}</p>}
			action={<OtherAction name={name} answer={answer} />}
		/>
	);
}

/** Characters of a name that fits on a line of a phone with the words and the link after it. */
const isLong = ({ unicode }: DomainName) => unicode.length > 12;

const titles = {
	available: "Available",
	premium: "Available at a premium price",
	taken: "Taken",
	reserved: "Reserved",
	unknown: "Unknown",
} as const;

/** Why another name than the exact one is featured. */
const reasons = {
	available: "",
	premium: "",
	taken: "is taken.",
	reserved: "is reserved.",
	unknown: "is unknown: its registry did not answer.",
} as const;

const explanations = {
	available: "",
	premium: "",
	taken: "Try another word, or choose one of the names below. Is it yours?",
	reserved: "Its registry has reserved this name. Try another word.",
	unknown: "Its registry did not answer.",
} as const;

interface FrameProps {
	name: DomainName;
	/** Undefined until the answer is known. */
	state?: FoundName["answer"]["state"];
	/** Whether the name that was searched is long, so that the status may need another line on a phone. */
	hasLongStatus: boolean;
	status: ReactNode;
	favourite?: ReactNode;
	price: ReactNode;
	action: ReactNode;
}

/** The layout of the card. Its parts have a minimum height, so that nothing below it moves when the answer arrives. */
function Frame({ name, state, hasLongStatus, status, favourite, price, action }: FrameProps) {
	const isAvailable = state === "available" || state === "premium";
	return (
		<article
			id={state ? "answer" : undefined}
			tabIndex={state ? -1 : undefined}
			aria-label={name.unicode}
			aria-busy={state === undefined || undefined}
			data-state={state}
			className="relative overflow-clip rounded-card border border-line bg-surface focus:outline-none"
		>
			{/* The fringe at both ends is outside of the card. */}
			<ClothBand
				name={name.ascii}
				state={isAvailable ? "woven" : "expired"}
				weaves={isAvailable}
				className={cx("-mx-2 h-8 overflow-hidden", state === undefined && "opacity-40")}
			/>
			{favourite}
			<div className="grid gap-x-8 gap-y-2 p-4 pt-2 sm:p-6 sm:pt-3">
				<div className={cx("grid min-h-12 content-end font-semibold", hasLongStatus && "max-sm:min-h-18")}>
					{status}
				</div>
				<h2 className="text-2xl sm:text-3xl">
					<DomainText name={name.unicode} tld={name.tld} muted={state !== undefined && !isAvailable} />
				</h2>
				<div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2">
					{price}
					{action}
				</div>
			</div>
		</article>
	);
}
