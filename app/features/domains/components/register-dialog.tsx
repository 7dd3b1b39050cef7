import { useRef, useState } from "react";
import { useFetcher } from "react-router";
import { buttonClasses } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { portalInitialExtensions } from "~/features/catalog/portal-extensions";
import { RegisterSearch, type RegisterSearchData } from "./register-search";

const nothing: RegisterSearchData = { q: null, tlds: portalInitialExtensions, problem: null, results: [] };

/** A link to the page of the same name; with script a dialog, which forgets everything when it closes. */
export function RegisterDialog() {
	const dialog = useRef<HTMLDialogElement>(null);
	const [visit, setVisit] = useState(0);
	return (
		<>
			<a
				href="/dashboard/domains/register"
				className={buttonClasses()}
				onClick={(event) => {
					if (event.metaKey || event.ctrlKey) return;
					event.preventDefault();
					dialog.current?.showModal();
				}}
			>
				Register Domain
			</a>
			<dialog
				ref={dialog}
				aria-labelledby="register-title"
				onClose={() => setVisit(visit + 1)}
				className="m-auto w-full max-w-4xl rounded-card border border-line bg-surface p-5 text-ink shadow-float backdrop:bg-ink/50 sm:p-6"
			>
				<div className="mb-4 flex items-center justify-between gap-4">
					<Heading level={2} size="sm" id="register-title">
						Register Domain
					</Heading>
					<button
						type="button"
						className="flex size-11 items-center justify-center rounded-field text-muted hover:text-ink"
						onClick={() => dialog.current?.close()}
					>
						<Icon name="x" />
						<span className="sr-only">Close</span>
					</button>
				</div>
				<Search key={visit} visit={visit} />
			</dialog>
		</>
	);
}

function Search({ visit }: { visit: number }) {
	const fetcher = useFetcher<RegisterSearchData>({ key: `register ${visit}` });
	return <RegisterSearch {...(fetcher.data ?? nothing)} Form={fetcher.Form} busy={fetcher.state !== "idle"} />;
}
