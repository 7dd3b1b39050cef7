import { useEffect, useState } from "react";
import { toast } from "~/islands/toast";
import { Button } from "./button";

interface CopyButtonProps {
	text: string;
	/** What it is, at the beginning of a sentence: "The code". */
	subject: string;
	size?: "sm" | undefined;
}

/** Puts a text on the clipboard. It appears with the script that makes it work. */
export function CopyButton({ text, subject, size }: CopyButtonProps) {
	const [scripted, setScripted] = useState(false);
	useEffect(() => setScripted(true), []);
	if (!scripted) return null;
	// Without HTTPS there is no clipboard.
	const copy = async () => navigator.clipboard.writeText(text);
	const copyText = () =>
		copy().then(
			() => toast(`${subject}: copied.`, "success"),
			() => toast("Your browser did not copy it. Select and copy it by hand.", "error"),
		);
	return (
		<Button variant="secondary" size={size} onClick={copyText}>
			Copy
			<span className="sr-only">: {subject}</span>
		</Button>
	);
}
