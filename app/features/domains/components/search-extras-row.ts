/** A row of the place below the name that was asked for: as high whatever stands in it. */
export const searchExtrasRow =
	"relative flex min-h-21 items-center gap-x-3 gap-y-1 bg-surface px-4 py-2 sm:min-h-19 sm:px-5";
