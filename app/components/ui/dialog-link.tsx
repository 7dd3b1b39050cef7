import { type ReactNode, useEffect, useId, useRef } from "react";
import { buttonClasses } from "./button";
import { Heading } from "./heading";
import { Icon } from "./icon";

interface DialogLinkProps {
	/** The page that does the same without script. */
	href: string;
	/** On the link, and over the dialog. */
	label: string;
	title?: string;
	onOpen?: () => void;
	onClose?: () => void;
	/** Another one closes it: what was to be done in it is done. */
	closeKey?: string | undefined;
	children: ReactNode;
}

/** A link to a page; with script a dialog of the same. */
export function DialogLink({ href, label, title = label, onOpen, onClose, closeKey, children }: DialogLinkProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const heading = useId();
	const shown = useRef(closeKey);
	useEffect(() => {
		// A press while the page comes alive may have opened it before this runs first.
		if (shown.current === closeKey) return;
		shown.current = closeKey;
		dialog.current?.close();
	}, [closeKey]);
	return (
		<>
			<a
				href={href}
				className={buttonClasses()}
				onClick={(event) => {
					if (event.metaKey || event.ctrlKey) return;
					event.preventDefault();
					onOpen?.();
					dialog.current?.showModal();
				}}
			>
				{label}
			</a>
			<dialog
				ref={dialog}
				aria-labelledby={heading}
				onClose={onClose}
				className="m-auto w-[min(56rem,calc(100vw-2rem))] max-w-none rounded-card border border-line bg-surface p-5 text-start text-ink shadow-float sm:p-6"
			>
				<div className="mb-4 flex items-center justify-between gap-4">
					<Heading level={2} size="sm" id={heading}>
						{title}
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
				{children}
			</dialog>
		</>
	);
}
