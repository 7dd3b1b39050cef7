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
 * it on Escape and restores the focus. What someone types before the content has loaded is in `data-typed`.
 */
export function Modal({ label, onClose, children, className }: ModalProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const element = dialog.current;
		if (element && !element.open) element.showModal();
		return () => element?.close();
	}, []);
	return (
		<dialog
			ref={dialog}
			aria-label={label}
			onClose={onClose}
			onKeyDown={({ key, ctrlKey, metaKey, altKey, target, currentTarget: { dataset } }) => {
				if (target === dialog.current && key.length === 1 && !ctrlKey && !metaKey && !altKey)
					dataset.typed = (dataset.typed ?? "") + key;
			}}
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
