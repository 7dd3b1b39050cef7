import { href } from "react-router";
import { brand } from "~/brand";
import { signInPage } from "~/lib/sign-in-page";
import { SignalRings } from "../illustrations/signal-rings";
import { Button, ButtonLink } from "../ui/button";
import { Heading } from "../ui/heading";
import type { ErrorDescription } from "./error-description";
import { SearchForm } from "./search-form";

interface ErrorPageProps {
	description: ErrorDescription;
	/** Id of the failed request in the log. */
	requestId?: string | undefined;
	/** Where to return after signing in. */
	path: string;
	/** A link away from the error. With another page than the home page, no domain search is shown. */
	home?: { readonly href: string; readonly label: string };
}

const homePage = { href: "/", label: "Home page" };

export function ErrorPage({
	description: { status, title, text, help },
	requestId,
	path,
	home = homePage,
}: ErrorPageProps) {
	return (
		<div className="page-column grid items-center gap-12 py-12 sm:py-20 lg:grid-cols-[1.4fr_1fr]">
			<div className="grid gap-6">
				{status !== null && <p className="font-display text-lg font-semibold text-muted">Error {status}</p>}
				<Heading level={1} size="xl" dot>
					{title}
				</Heading>
				<p className="max-w-measure text-lg text-muted">{text}</p>
				{help === "search" && home === homePage && <SearchForm />}
				<div className="flex flex-wrap gap-3">
					{help === "retry" && <Button onClick={() => location.reload()}>Try again</Button>}
					{help === "overview" && <ButtonLink href={href("/dashboard")}>Go to the overview</ButtonLink>}
					{help === "sign-in" && (
						<ButtonLink href={`${signInPage(path)}?next=${encodeURIComponent(path)}`}>Sign In</ButtonLink>
					)}
					<ButtonLink href={home.href} variant="secondary">
						{home.label}
					</ButtonLink>
					<ButtonLink href={href("/contact")} variant="quiet">
						Contact us
					</ButtonLink>
				</div>
				{requestId && (status ?? 0) >= 500 && (
					<p className="text-sm text-muted">
						When you call {brand.phone.display}, give this number:{" "}
						<code className="break-all text-ink">{requestId}</code>
					</p>
				)}
			</div>
			<SignalRings broken className="mx-auto hidden w-full max-w-80 text-line lg:block" />
		</div>
	);
}
