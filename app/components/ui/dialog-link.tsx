import { type ReactNode, useEffect, useId, useRef } from "react";
import { buttonClasses } from "./button";
import { Heading } from "./heading";
import { Icon } from "./icon";

interface DialogLinkProps {
	/** The page with the same content, for browsers without script. */
	href: string;
	/** The text of the link, and the default title of the dialog. */
	label: string;
	/** The start of the label, for phones. */
	short?: string;
	title?: string;
	onOpen?: () => void;
	onClose?: () => void;
	/** The dialog closes when this value changes, for example after its form has succeeded. */
	closeKey?: string | undefined;
	children: ReactNode;
}

/** A link to a page. With script it opens the same content in a dialog, if the browser has dialogs. */
export function DialogLink({
	href,
	label,
	short = label,
	title = label,
	onOpen,
	onClose,
	closeKey,
	children,
}: DialogLinkProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const heading = useId();
	const shown = useRef(closeKey);
	useEffect(() => {
		// Not on the first run: a click during hydration may already have opened the dialog.
		if (shown.current === closeKey) return;
		shown.current = closeKey;
		dialog.current?.close?.();
	}, [closeKey]);
	return (
		<>
			<a
				href={href}
				className={buttonClasses()}
				onClick={(event) => {
					if (event.metaKey || event.ctrlKey || !("HTMLDialogElement" in window)) return;
					event.preventDefault();
					onOpen?.();
					dialog.current?.showModal();
				}}
			>
				<span>
					{short}
					<span className="max-md:sr-only">{label.slice(short.length)}</span>
				</span>
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
