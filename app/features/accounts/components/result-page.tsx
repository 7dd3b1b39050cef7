import { type ComponentProps, useEffect } from "react";
import { NarrowPage } from "~/components/layout/narrow-page";

/** Replaces a form with its result. Scrolls to the top and moves the focus, because the URL stays the same. */
export function ResultPage(props: ComponentProps<typeof NarrowPage>) {
	useEffect(() => {
		window.scrollTo(0, 0);
		document.getElementById("main")?.focus({ preventScroll: true });
	}, []);
	return <NarrowPage {...props} />;
}
