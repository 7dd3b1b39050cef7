import { useEffect, useState } from "react";
import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { Button, ButtonLink } from "~/components/ui/button";
import { CopyButton } from "~/components/ui/copy-button";
import { TitledCard } from "~/components/ui/titled-card";

interface RecoveryCodesProps {
	codes: readonly string[];
	account: string;
	/** Where the customer or member of staff continues. */
	next?: string;
}

export function RecoveryCodes({
	codes,
	account,
	next = href("/dashboard/account-settings/security"),
}: RecoveryCodesProps) {
	const [scripted, setScripted] = useState(false);
	useEffect(() => setScripted(true), []);
	const text = `Recovery codes of ${account}\nEach works once, instead of the code from your app.\n\n${codes.join("\n")}\n`;
	return (
		<TitledCard title="Your recovery codes" className="max-w-3xl">
			<Alert tone="pending" role="status">
				Save these codes now. We only show them once. Use one to sign in if you don't have your phone. Each works once.
			</Alert>
			<ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
				{codes.map((code) => (
					<li key={code}>
						<code className="text-lg font-semibold tabular-nums">{code}</code>
					</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-3 print:hidden">
				<ButtonLink
					variant="secondary"
					download="recovery-codes.txt"
					href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
				>
					Download
				</ButtonLink>
				{scripted && (
					<Button variant="secondary" onClick={() => window.print()}>
						Print
					</Button>
				)}
				<CopyButton text={text} subject="Recovery codes" />
				<ButtonLink href={next}>I have saved them</ButtonLink>
			</div>
		</TitledCard>
	);
}
