/** "1 month · for duka.co.ke": facts of a line as one phrase. Leaves out empty ones. */
export const lineFacts = (...facts: readonly (string | false | undefined)[]): string =>
	facts
		.flatMap((fact) => fact || [])
		.map((fact, at) => (at === 0 ? fact : decapitalize(fact)))
		.join(" · ");

/** Notes begin with a capital: "For duka.co.ke", "Until 3 May 2027". */
export const decapitalize = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
