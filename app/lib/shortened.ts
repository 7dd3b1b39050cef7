/** The beginning of a long text, up to a whole word. */
export const shortened = (text: string, most: number): string =>
	text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, "")} …`;
