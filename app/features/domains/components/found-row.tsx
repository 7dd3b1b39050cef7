import { AddForm } from "~/features/cart/components/add-form";
import type { Currency } from "~/lib/money";
import { answerPrices } from "../answer-prices";
import { registrationItem } from "../registration-item";
import type { FoundName } from "../running-search.server";
import { FavouriteButton } from "./favourite-button";
import { OtherAction } from "./other-action";
import { ResultRow } from "./result-row";
import { YearsPrice } from "./years-price";

/** The row of a name with its answer. */
export function FoundRow({ found: { name, answer }, currency }: { found: FoundName; currency: Currency }) {
	const { ascii, unicode } = name;
	const { state, available } = answer;
	return (
		<ResultRow
			name={unicode}
			ascii={ascii}
			state={state}
			note={
				available ? (
					<>
						{state === "premium" && "Premium: "}
						<YearsPrice {...answerPrices(answer, currency)} />
					</>
				) : (
					notes[state]
				)
			}
			action={
				available ? (
					<>
						<FavouriteButton name={unicode} ascii={ascii} className="max-sm:hidden" />
						<AddForm
							item={registrationItem(answer, unicode)}
							subject={unicode}
							label="Add"
							addedLabel="Added"
							variant="outline"
						/>
					</>
				) : (
					<OtherAction name={name} answer={answer} />
				)
			}
		/>
	);
}

const notes = {
	available: "",
	premium: "",
	taken: "Taken. Is it yours?",
	reserved: "Reserved by its registry",
	unknown: "Its registry did not answer.",
} as const;
