import { type ComponentProps, useEffect } from "react";
import { Narrow } from "~/components/layout/narrow";

/** What a form led to, in its place: seen from its top, and read out, although the address stayed the same. */
export function Outcome(props: ComponentProps<typeof Narrow>) {
	useEffect(() => {
		window.scrollTo(0, 0);
		document.getElementById("main")?.focus({ preventScroll: true });
	}, []);
	return <Narrow {...props} />;
}
