import { useEffect, useState } from "react";
import { toast } from "~/islands/toast";
import { Button } from "./button";

interface CopyButtonProps {
	text: string;
	/** What is copied, capitalised: "Recovery codes". */
	subject: string;
	size?: "sm" | undefined;
}

/** Rejects without HTTPS, where browsers have no clipboard. */
const writeToClipboard = async (text: string) => navigator.clipboard.writeText(text);

/** Copies a text to the clipboard. Rendered only in the browser, because it needs script. */
export function CopyButton({ text, subject, size }: CopyButtonProps) {
	const [scripted, setScripted] = useState(false);
	useEffect(() => setScripted(true), []);
	if (!scripted) return null;
	const copyText = () =>
		writeToClipboard(text).then(
			() => toast(`${subject} copied.`, "success"),
			() => toast("Your browser couldn't copy it. Select the text and copy it yourself.", "error"),
		);
	return (
		<Button variant="secondary" size={size} onClick={copyText}>
			Copy
			<span className="sr-only">: {subject}</span>
		</Button>
	);
}
