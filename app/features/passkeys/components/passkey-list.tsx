import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher, useSubmit } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { RowAction } from "~/components/forms/row-action";
import { Button } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import { createPasskey, supportsPasskeys } from "../browser";
import { maxPasskeys } from "../passkey-limit";

interface PasskeyListProps {
	passkeys: readonly { id: string; name: string; added: string; used: string | null }[];
	creation: { challenge: string; rpId: string; userId: string; email: string };
	failure?: Failure | undefined;
	/** The `intent` of each form. `check` is sent first, so that no device makes a passkey that would be refused. */
	intents?: { readonly add: string; readonly remove: string; readonly check?: string };
	/** More fields of the form that adds one. */
	children?: (failure: Failure | undefined) => ReactNode;
}

/** Lists the account's passkeys and adds new ones. Adding requires script, because browsers only offer it as an API. */
export function PasskeyList({
	passkeys,
	creation,
	failure,
	intents = { add: "add", remove: "remove" },
	children,
}: PasskeyListProps) {
	const submit = useSubmit();
	const check = useFetcher<{ readonly failure?: Failure }>();
	const form = useRef<HTMLFormElement>(null);
	const [isSupported, setIsSupported] = useState(false);
	const [isCancelled, setIsCancelled] = useState(false);
	useEffect(() => setIsSupported(supportsPasskeys()), []);
	const add = async () => {
		if (!form.current) return;
		const passkey = await createPasskey({ ...creation, known: passkeys.map(({ id }) => id) });
		if (!passkey) return setIsCancelled(true);
		const data = new FormData(form.current);
		data.set("passkey", passkey);
		submit(data, { method: "post" });
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs when the check is answered
	useEffect(() => {
		if (check.data && !check.data.failure) void add();
	}, [check.data]);
	const isChecking = check.state !== "idle";
	const refused = isChecking ? undefined : (check.data?.failure ?? failure);
	return (
		<TitledCard
			title="Passkeys"
			lead="A passkey signs you in with the fingerprint, face or PIN of your phone or computer. It can't be guessed or stolen by a fake website."
			className="max-w-3xl"
		>
			{passkeys.length > 0 && (
				<ul className="divide-y divide-line">
					{passkeys.map(({ id, name, added, used }) => (
						<li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
							<div className="min-w-0">
								<p className="break-words font-semibold">{name}</p>
								<p className="text-sm text-muted">
									Added {added} · {used ? `last used ${used}` : "not used yet"}
								</p>
							</div>
							<RowAction change={{ intent: intents.remove, passkeyId: id }} subject={name}>
								Remove
							</RowAction>
						</li>
					))}
				</ul>
			)}
			<FormError failure={refused} />
			{passkeys.length >= maxPasskeys ? (
				<p className="border-t border-line pt-5 text-muted">
					You have {maxPasskeys} passkeys, which is the limit. Remove one to add another.
				</p>
			) : isSupported ? (
				<form
					ref={form}
					className="grid gap-4 border-t border-line pt-5 sm:*:max-w-md"
					onSubmit={(event) => {
						event.preventDefault();
						setIsCancelled(false);
						if (!intents.check) return void add();
						const data = new FormData(event.currentTarget);
						data.set("intent", intents.check);
						void check.submit(data, { method: "post" });
					}}
				>
					<input type="hidden" name="intent" value={intents.add} />
					<Field
						// Empties it once a passkey is added, and the other fields.
						key={passkeys.length}
						label="Name"
						name="name"
						maxLength={60}
						hint="A name that helps you recognise it, such as My phone or Office laptop."
						error={refused?.fields?.name}
						required
					/>
					<Fragment key={`more ${passkeys.length}`}>{children?.(refused)}</Fragment>
					{isCancelled && (
						<p role="status" className="text-muted">
							No passkey was created. You can try again.
						</p>
					)}
					<div>
						<Button type="submit" disabled={isChecking}>
							Add a passkey
						</Button>
					</div>
				</form>
			) : (
				<p className="border-t border-line pt-5 text-muted">
					To add a passkey, use a browser that supports passkeys and has JavaScript turned on.
				</p>
			)}
		</TitledCard>
	);
}
