/**
 * Intl's formatters are slow to create and fast to use, so each is created once. There are only a few languages and
 * timezones.
 */
function memoize<Formatter, Options extends object>(
	create: (language: string, options: Options) => Formatter,
): (language: string, options: Options) => Formatter {
	const formatters = new Map<string, Formatter>();
	return (language, options) => {
		const key = language + JSON.stringify(options);
		const formatter = formatters.get(key) ?? create(language, options);
		formatters.set(key, formatter);
		return formatter;
	};
}

export const dateFormat = memoize(
	(language: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

export const distanceFormat = memoize(
	(language: string, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
);

export const numberFormat = memoize(
	(language: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);
