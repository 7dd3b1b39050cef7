/** Styles of the large search box: a frame around the input and its button, highlighted while the input has the focus. */
export const searchFrame =
	"flex flex-wrap items-center gap-2 rounded-card border border-edge bg-surface p-2 ps-4 shadow-float has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-indigo has-aria-invalid:border-danger sm:ps-5";

export const searchInput =
	"min-h-12 w-32 min-w-0 grow bg-transparent font-display text-lg font-medium has-selector:outline-none sm:text-xl";

export const searchButton =
	"ms-auto inline-flex min-h-12 flex-none items-center justify-center gap-2 rounded-field bg-lake px-5 font-semibold text-on-solid transition-colors hover:bg-lake-deep disabled:opacity-55 sm:px-7 sm:text-lg";
