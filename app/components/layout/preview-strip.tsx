import type { ReactNode } from "react";

interface PreviewStripProps {
	/** The page of the desk that the preview started from. */
	back: string;
	children: ReactNode;
}

/** Shown above a page while someone at the desk sees what is not published. */
export function PreviewStrip({ back, children }: PreviewStripProps) {
	return (
		<aside
			aria-label="Preview"
			className="flex min-h-11 flex-wrap items-center justify-center gap-x-3 bg-indigo px-4 text-center text-sm font-medium text-on-solid print:hidden"
		>
			<span className="pt-2 sm:pb-2">{children}</span>
			<a className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4" href={back}>
				Back to the desk
			</a>
		</aside>
	);
}
