/**
 * Intl's formatters are dear to make and cheap to use: a page of a list would spend most of its time on making them. A
 * few languages and zones are all there is, so what was made is kept.
 */
function kept<Formatter, Options extends object>(
	make: (language: string, options: Options) => Formatter,
): (language: string, options: Options) => Formatter {
	const made = new Map<string, Formatter>();
	return (language, options) => {
		const key = language + JSON.stringify(options);
		const known = made.get(key) ?? make(language, options);
		made.set(key, known);
		return known;
	};
}

export const dateFormat = kept(
	(language: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

export const distanceFormat = kept(
	(language: string, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
);

export const numberFormat = kept(
	(language: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);
