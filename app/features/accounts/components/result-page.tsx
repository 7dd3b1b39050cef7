import { type ComponentProps, useEffect } from "react";
import { NarrowPage } from "~/components/layout/narrow-page";

/** What a form led to, in its place: seen from its top, and read out, although the address stayed the same. */
export function ResultPage(props: ComponentProps<typeof NarrowPage>) {
	useEffect(() => {
		window.scrollTo(0, 0);
		document.getElementById("main")?.focus({ preventScroll: true });
	}, []);
	return <NarrowPage {...props} />;
}
