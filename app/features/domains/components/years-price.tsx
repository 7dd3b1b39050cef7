import { formatMoney, type Money } from "~/lib/money";

/** "Ksh 500, then 700": the price of the first year and of each further one. Wide screens and screen readers get more words. */
export function YearsPrice({ first, further }: { first: Money; further: Money }) {
	return (
		<>
			{formatMoney(first)}
			<span className="max-sm:sr-only"> first year</span>, then {formatMoney(further).replace("Ksh ", "")}
			<span className="max-sm:sr-only"> a year</span>
		</>
	);
}
