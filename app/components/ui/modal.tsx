import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "./cx";

interface ModalProps {
	label: string;
	onClose: () => void;
	children: ReactNode;
	className?: string;
}

/**
 * A modal dialog that is open while it is rendered, for content that needs script. The browser traps the focus, closes
 * it on Escape and restores the focus.
 */
export function Modal({ label, onClose, children, className }: ModalProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const element = dialog.current;
		if (element && !element.open) element.showModal();
		return () => element?.close();
	}, []);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
		<dialog
			ref={dialog}
			aria-label={label}
			onClose={onClose}
			onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
			className={cx(
				"m-auto w-[min(42rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-0 text-start text-ink shadow-float",
				className,
			)}
		>
			{children}
		</dialog>
	);
}
