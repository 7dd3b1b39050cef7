/** A row of the place below the name that was asked for: as high whatever stands in it. */
export const placeRow = "relative flex min-h-19 items-center gap-3 bg-surface px-4 py-2 sm:px-5";
