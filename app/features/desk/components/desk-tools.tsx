import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Icon } from "~/components/ui/icon";
import { LazyComponent, type LazySource } from "~/components/ui/lazy-component";
import { Modal } from "~/components/ui/modal";
import type { sectionsFor } from "~/desk-pages";

type Sections = ReturnType<typeof sectionsFor>;

// Loaded on demand.
const palette: LazySource<{ sections: Sections; onClose: () => void }> = { load: () => import("./desk-palette") };

const isShortcut = (event: KeyboardEvent): boolean =>
	(event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";

/** The button and the shortcut of the command palette. Shown only with script, in browsers with dialogs. */
export function DeskTools({ sections }: { sections: Sections }) {
	const [usable, setUsable] = useState(false);
	const [open, setOpen] = useState(false);
	useEffect(() => {
		setUsable("HTMLDialogElement" in window);
		function onKeyDown(event: KeyboardEvent): void {
			if (!isShortcut(event)) return;
			event.preventDefault();
			setOpen(true);
		}
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, []);
	if (!usable) return null;
	const close = () => setOpen(false);
	return (
		<>
			<button
				type="button"
				aria-keyshortcuts="Control+K Meta+K"
				aria-haspopup="dialog"
				onClick={() => setOpen(true)}
				className="portal-link w-full border border-line"
			>
				<Icon name="search" />
				Search
				<kbd className="ms-auto text-sm max-lg:hidden">Ctrl K</kbd>
			</button>
			{open &&
				// Rendered in the body, because small screens hide the navigation and everything in it.
				createPortal(
					<Modal label="Search the desk" className="mt-[10dvh]" onClose={close}>
						<LazyComponent source={palette} props={{ sections, onClose: close }} />
					</Modal>,
					document.body,
				)}
		</>
	);
}
