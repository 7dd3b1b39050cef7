import { href } from "react-router";
import { buttonClasses } from "~/components/ui/button";
import type { DomainName } from "../domain-name";

/** Asks the registry again with a new search for this name. islands/search-page.ts first checks whether it answers. */
export function RetryLink({ name }: { name: DomainName }) {
	return (
		<a
			href={`${href("/domains/search")}?q=${encodeURIComponent(name.ascii)}`}
			className={buttonClasses({ variant: "secondary", size: "sm" }, "flex-none")}
			aria-label={`Try Again: ${name.unicode}`}
			data-retry={name.ascii}
			data-tld={name.tld}
		>
			Try Again
		</a>
	);
}
