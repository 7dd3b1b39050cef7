import { href } from "react-router";

/** Shown on every page while someone at the desk previews the draft of the catalogue. */
export function PreviewStrip() {
	return (
		<aside
			aria-label="Preview"
			className="flex min-h-11 flex-wrap items-center justify-center gap-x-3 bg-indigo px-4 py-2 text-center text-sm font-medium text-on-solid print:hidden"
		>
			Preview of prices that are not published. Orders use the published ones.
			<a className="font-semibold underline underline-offset-4" href={href("/desk/catalogue/changes")}>
				Back to the desk
			</a>
		</aside>
	);
}
