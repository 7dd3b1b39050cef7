/** Classes of a row of `SearchExtras`. The minimum height keeps all rows equal. */
export const searchExtrasRow =
	"relative flex min-h-21 items-center gap-x-3 gap-y-1 bg-surface px-4 py-2 sm:min-h-19 sm:px-5";
