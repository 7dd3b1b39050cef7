/** Shown until all answers have arrived. islands/search-page.ts reads "Searching..." to screen readers. */
export const Searching = () => (
	<p className="text-sm text-muted" lang="sw" data-searching>
		Tunaangalia…
	</p>
);
